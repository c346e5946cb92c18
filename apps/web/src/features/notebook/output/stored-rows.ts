import type { StoredOutput } from '@groma/model';
import { notebook as calls } from '@groma/protocol';
import { useEffect, useReducer, useRef } from 'react';
import { api, queryClient } from '../../../platform/api.ts';
import { useProject } from '../../../platform/session.ts';
import { useNotebook } from '../editor/notebook-context.ts';
import { keepStyles } from './ansi.ts';
import { overwritten, rowCharacters } from './text-rows.ts';

const pageLines = 500;
/** Pages that stay in memory: what is read again is fetched again. */
const mostPages = 40;

/** Rows that are drawn one by one; null while a row is on its way. */
export interface RowSource {
  count: number;
  row(index: number): { text: string; style: string } | null;
}

const noRows: RowSource = { count: 0, row: () => null };

/** Lines of a running text that is kept beside the notebook, fetched by pages as they come into sight. */
export function useStoredRows(stored: StoredOutput | null): RowSource {
  const { id: notebookId } = useNotebook();
  const projectId = useProject().id;
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const pages = useRef(new Map<string, string[] | null>());
  const isDrawn = useRef(true);
  useEffect(() => {
    isDrawn.current = true;
    return () => { isDrawn.current = false; };
  }, []);
  if (!stored) return noRows;
  const fetchPage = async (key: string, page: number): Promise<void> => {
    pages.current.set(key, null);
    const lines = await queryClient.fetchQuery({
      queryKey: ['notebook-output', notebookId, key], staleTime: Infinity, gcTime: 0,
      queryFn: async () => (await api.call(calls.readOutputLines, { params: { notebookId, projectId, outputId: stored.id }, query: { from: page * pageLines, count: pageLines } })).data,
    }).catch(() => null);
    if (lines === null) return void setTimeout(() => { pages.current.delete(key); if (isDrawn.current) redraw(); }, 2_000);
    pages.current.set(key, lines);
    const [oldest] = pages.current.keys();
    if (pages.current.size > mostPages && oldest !== undefined) pages.current.delete(oldest);
    if (isDrawn.current) redraw();
  };
  return {
    count: stored.lines + 1,
    row(index) {
      const page = Math.floor(index / pageLines);
      // The last page grows while the block runs.
      const key = (page + 1) * pageLines <= stored.lines ? `${stored.id}/${page}` : `${stored.id}/${page}/${stored.pieces}`;
      const lines = pages.current.get(key);
      if (lines === undefined) void fetchPage(key, page);
      return lines ? { text: keepStyles(overwritten(lines[index - page * pageLines] ?? '')).slice(0, rowCharacters), style: '' } : null;
    },
  };
}
