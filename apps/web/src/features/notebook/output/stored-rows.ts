import type { StoredOutput } from '@groma/model';
import { notebook as calls } from '@groma/protocol';
import { useEffect, useReducer, useRef } from 'react';
import { api } from '../../../platform/api.ts';
import { useProject } from '../../../platform/session.ts';
import { useNotebook } from '../editor/notebook-context.ts';
import { keepStyles } from './ansi.ts';
import { overwritten, rowCharacters } from './text-rows.ts';

const pageLines = 500;
/** Pages that stay in memory: what is read again is fetched again. */
const mostPages = 40;
const retryMs = 2_000;

/** Rows that are drawn one by one; null while a row is on its way. */
export interface RowSource {
  count: number;
  /** `left` is how many characters of a very long line are not drawn. */
  row(index: number): { text: string; style: string; left?: number } | null;
}

const noRows: RowSource = { count: 0, row: () => null };

interface Page { lines: string[] | null; /** How many pieces the text had when they were asked for; null for a page that will not change. */ pieces: number | null; isComing: boolean }

/** Lines of a running text that is kept beside the notebook, fetched by pages as they come into sight. */
export function useStoredRows(stored: StoredOutput | null): RowSource {
  const { id: notebookId } = useNotebook();
  const projectId = useProject().id;
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const pages = useRef(new Map<string, Page>());
  const isDrawn = useRef(true);
  useEffect(() => {
    isDrawn.current = true;
    return () => { isDrawn.current = false; };
  }, []);
  if (!stored) return noRows;
  const fetchPage = async (key: string, page: number, wanted: Page): Promise<void> => {
    pages.current.delete(key);
    pages.current.set(key, wanted);
    const lines = await api.call(calls.readOutputLines, { params: { notebookId, projectId, outputId: stored.id }, query: { from: page * pageLines, count: pageLines } }).then(({ data }) => data, () => null);
    if (lines === null) await new Promise((resolve) => { setTimeout(resolve, retryMs); });
    pages.current.set(key, { ...wanted, lines: lines ?? wanted.lines, pieces: lines === null ? -1 : wanted.pieces, isComing: false });
    const [oldest] = pages.current.keys();
    if (pages.current.size > mostPages && oldest !== undefined) pages.current.delete(oldest);
    if (isDrawn.current) redraw();
  };
  return {
    count: stored.lines + 1,
    row(index) {
      const page = Math.floor(index / pageLines);
      const key = `${stored.id}/${page}`;
      const known = pages.current.get(key);
      // The last page grows while the block runs: it is asked for again, once the answer before is here.
      const pieces = (page + 1) * pageLines <= stored.lines ? null : stored.pieces;
      if (!known?.isComing && known?.pieces !== pieces) void fetchPage(key, page, { lines: known?.lines ?? null, pieces, isComing: true });
      const line = known?.lines?.[index - page * pageLines];
      if (line === undefined) return known?.lines && !known.isComing ? { text: '', style: '' } : null;
      const text = keepStyles(overwritten(line));
      return text.length <= rowCharacters ? { text, style: '' } : { text: text.slice(0, rowCharacters), style: '', left: text.length - rowCharacters };
    },
  };
}
