import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { hasStyles, styledHtml } from './ansi.ts';
import type { StoredOutput } from '@groma/model';
import { useStoredRows, type RowSource } from './stored-rows.ts';
import { GrowingRows, type TextRows } from './text-rows.ts';

/** Rows drawn beyond those in sight (NBK-074). */
const overscan = 50;
const rowHeight = 18;
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
function StoredText({ kind, rows, stored, isExpanded }: { kind: string; rows: TextRows; stored: StoredOutput; isExpanded: boolean }) {
  const later = useStoredRows(stored);
  const own = rows.count;
  const all: RowSource = { count: own + later.count, row: (index) => (index < own ? rows.row(index) : later.row(index - own)) };
  return <WindowedRows kind={kind} rows={all} isExpanded={isExpanded} />;
}

function PlainRows({ kind, rows }: { kind: string; rows: TextRows }) {
  return <pre className="output-text" data-kind={kind}>{Array.from({ length: rows.count }, (_, index) => <Row key={index} rows={rows} index={index} />)}</pre>;
}

function WindowedRows({ kind, rows, isExpanded }: { kind: string; rows: RowSource; isExpanded: boolean }) {
  const scroller = useRef<HTMLPreElement>(null);
  const isAtEnd = useRef(true);
  // oxlint-disable-next-line react/incompatible-library -- the virtual list is read anew at each render; no compiler memoizes it here
  const list = useVirtualizer({ count: rows.count, getScrollElement: () => scroller.current, estimateSize: () => rowHeight, overscan });
  const { count } = rows;
  useEffect(() => {
    // Whoever reads the end keeps reading the end while more is printed.
    if (isAtEnd.current) list.scrollToIndex(count - 1, { align: 'end' });
  }, [count, list]);
  const onScroll = () => {
    const element = scroller.current;
    if (element) isAtEnd.current = element.scrollTop + element.clientHeight > element.scrollHeight - 40;
  };
  return (
    <pre ref={scroller} className="output-text output-window" data-kind={kind} data-expanded={isExpanded || undefined} tabIndex={0} onScroll={onScroll}>
      <span className="output-window-body" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, start, key }) => (
          <span key={key} ref={list.measureElement} data-index={index} className="output-window-row" style={{ transform: `translateY(${start}px)` }}><Row rows={rows} index={index} /></span>
        ))}
      </span>
    </pre>
  );
}

function Row({ rows, index }: { rows: RowSource; index: number }) {
  const row = rows.row(index);
  if (!row) return <span className="output-row output-row-coming">{'\u200b'}</span>;
  const { text, style } = row;
  if (style === '' && !hasStyles(text)) return <span className="output-row">{text === '' ? '\u200b' : text}</span>;
  // Escaped by the converter, which makes nothing but spans of it.
  return <span className="output-row" dangerouslySetInnerHTML={{ __html: styledHtml(style, text) || '\u200b' }} />;
}
