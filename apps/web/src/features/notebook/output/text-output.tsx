import { useNumberFormat } from '@groma/ui';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useText } from '../../../platform/text.ts';
import { hasStyles, styledHtml } from '../block/ansi.ts';
import type { StoredOutput } from '@groma/model';
import { rowWindow } from './row-window.ts';
import type { RowSource } from './row-source.ts';
import { useStoredRows } from './stored-rows.ts';
import { GrowingRows, type TextRows } from './text-rows.ts';

/** Height of the collapsed text before it is measured, in pixels (NBK-074). */
const firstHeight = 384;
/** Up to here all rows are drawn: finding and selecting text works as on any page. */
const mostPlainRows = 300;

interface TextOutputProps {
  kind: 'text' | 'stderr' | 'text/plain' | 'traceback';
  pieces: readonly string[];
  /** What follows the pieces and is kept beside the notebook. */
  stored?: StoredOutput | undefined;
  isExpanded: boolean;
}

/** Printed text with its colours. A long one draws only the rows in sight, however long it is. */
export function TextOutput({ kind, pieces, stored, isExpanded }: TextOutputProps) {
  const [reader] = useState(() => new GrowingRows());
  const rows = reader.read(pieces);
  if (stored) return <StoredText kind={kind} rows={rows} stored={stored} isExpanded={isExpanded} />;
  if (rows.count <= mostPlainRows) return <PlainRows kind={kind} rows={rows} />;
  return <WindowedRows kind={kind} rows={rows} isExpanded={isExpanded} />;
}

/** The rows of the document, then those that are kept beside it. */
function StoredText({
  kind,
  rows,
  stored,
  isExpanded,
}: {
  kind: string;
  rows: TextRows;
  stored: StoredOutput;
  isExpanded: boolean;
}) {
  const later = useStoredRows(stored);
  const own = rows.count;
  const all: RowSource = {
    count: own + later.count,
    row: (index) => (index < own ? rows.row(index) : later.row(index - own)),
  };
  return <WindowedRows kind={kind} rows={all} isExpanded={isExpanded} />;
}

function PlainRows({ kind, rows }: { kind: string; rows: TextRows }) {
  return (
    <pre className="output-text" data-kind={kind}>
      {Array.from({ length: rows.count }, (_, index) => (
        <Row key={index} rows={rows} index={index} />
      ))}
    </pre>
  );
}

function WindowedRows({ kind, rows, isExpanded }: { kind: string; rows: RowSource; isExpanded: boolean }) {
  const scroller = useRef<HTMLPreElement>(null);
  const isAtEnd = useRef(true);
  const [view, setView] = useState({ top: 0, height: firstHeight });
  const { count } = rows;
  const { first, last, top, height } = rowWindow(count, view.top, view.height);
  const look = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const { scrollTop, clientHeight, scrollHeight } = element;
    isAtEnd.current = scrollTop + clientHeight > scrollHeight - 40;
    setView((before) =>
      before.top === scrollTop && before.height === clientHeight ? before : { top: scrollTop, height: clientHeight },
    );
  }, []);
  useLayoutEffect(() => {
    const element = scroller.current;
    // Whoever reads the end keeps reading the end while more is printed.
    if (element && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [count]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [look]);
  return (
    <pre
      ref={scroller}
      className="output-text output-window"
      data-kind={kind}
      data-expanded={isExpanded || undefined}
      tabIndex={0}
      onScroll={look}
    >
      <span className="output-window-body" style={{ height }}>
        <span className="output-window-rows" style={{ transform: `translateY(${top}px)` }}>
          {Array.from({ length: last - first }, (_, place) => (
            <Row key={first + place} rows={rows} index={first + place} />
          ))}
        </span>
      </span>
    </pre>
  );
}

function Row({ rows, index }: { rows: RowSource; index: number }) {
  const row = rows.row(index);
  if (!row) return <span className="output-row output-row-coming">{'\u200b'}</span>;
  const { text, style, left } = row;
  if (left !== undefined)
    return (
      <span className="output-row">
        <StyledText text={text} style={style} />
        <CharactersLeft count={left} />
      </span>
    );
  if (style === '' && !hasStyles(text)) return <span className="output-row">{text === '' ? '\u200b' : text}</span>;
  return (
    <span className="output-row">
      <StyledText text={text} style={style} />
    </span>
  );
}

/** Escaped by the converter, which makes nothing but spans of it. */
function StyledText({ text, style }: { text: string; style: string }) {
  return <span dangerouslySetInnerHTML={{ __html: styledHtml(style, text) || '\u200b' }} />;
}

function CharactersLeft({ count }: { count: number }) {
  const t = useText();
  const number = useNumberFormat();
  return (
    <span className="output-row-left">{t('notebook.charactersLeft', { count, shown: number.format(count) })}</span>
  );
}
