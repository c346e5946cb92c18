import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { indexAt, offsetOf, rowHeight, type TallRow } from './row-window.ts';
import type { TreeRows } from './tree-rows.ts';

/** Rows drawn above and below what is in sight. */
const overscan = 10;

/**
 * Which rows are in sight, and where they stand. Rows are 28 px unless they were measured to be higher. When rows come
 * or go above what is in sight, the scroller follows, so that what is read stays where it is.
 */
export function useRowWindow<Node extends { id: string }>(rows: TreeRows<Node>) {
  const scroller = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState({ first: 0, last: -1 });
  const [extras, setExtras] = useState<ReadonlyMap<string, number>>(new Map());
  const count = rows.length;
  const tall = useMemo(() => tallRows(rows, extras), [rows, extras]);
  const total = offsetOf(count, tall);
  const anchor = useRef<{ id: string; within: number } | null>(null);
  const read = useCallback(() => {
    const { current } = scroller;
    if (!current) return;
    const { scrollTop, clientHeight } = current;
    const top = indexAt(scrollTop, count, tall);
    const topRow = rows.at(top);
    anchor.current = topRow && scrollTop > 0 ? { id: topRow.node.id, within: scrollTop - offsetOf(top, tall) } : null;
    const first = Math.max(0, top - overscan);
    const last = Math.min(count - 1, indexAt(scrollTop + clientHeight, count, tall) + overscan);
    setRange((present) => (present.first === first && present.last === last ? present : { first, last }));
  }, [rows, count, tall]);

  useLayoutEffect(() => {
    const { current } = scroller;
    const kept = anchor.current && rows.indexOf(anchor.current.id);
    if (current && anchor.current && kept !== null && kept !== -1) {
      const wanted = offsetOf(kept, tall) + anchor.current.within;
      if (Math.abs(wanted - current.scrollTop) >= 1) current.scrollTop = wanted;
    }
    read();
  }, [rows, tall, read]);

  useLayoutEffect(() => {
    const { current } = scroller;
    if (!current) return undefined;
    const observer = new ResizeObserver(read);
    observer.observe(current);
    current.addEventListener('scroll', read, { passive: true });
    return () => {
      observer.disconnect();
      current.removeEventListener('scroll', read);
    };
  }, [read]);

  const measure = useCallback((id: string, height: number) => {
    setExtras((present) => {
      const extra = Math.max(0, height - rowHeight);
      if ((present.get(id) ?? 0) === extra) return present;
      const next = new Map(present);
      if (extra === 0) next.delete(id);
      else next.set(id, extra);
      return next;
    });
  }, []);

  const scrollTo = useCallback(
    (index: number) => {
      const { current } = scroller;
      if (!current) return;
      const top = offsetOf(index, tall);
      const bottom = offsetOf(index + 1, tall);
      if (top < current.scrollTop) current.scrollTop = top;
      else if (bottom > current.scrollTop + current.clientHeight) current.scrollTop = bottom - current.clientHeight;
    },
    [tall],
  );

  return { scroller, range, total, offsetOf: (index: number) => offsetOf(index, tall), measure, scrollTo };
}

function tallRows<Node>(rows: TreeRows<Node>, extras: ReadonlyMap<string, number>): TallRow[] {
  return [...extras]
    .map(([id, extra]) => ({ index: rows.indexOf(id), extra }))
    .filter(({ index }) => index !== -1)
    .toSorted((one, other) => one.index - other.index);
}
