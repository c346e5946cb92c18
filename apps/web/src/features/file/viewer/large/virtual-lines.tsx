import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { rowPixels, scrollScale } from './scroll-scale.ts';
import './virtual-lines.css';

/** Rows drawn beyond those in sight (FIL-060). */
export const overscanRows = 5;

export interface VirtualLinesHandle {
  goTo: (row: number) => void;
  focus: () => void;
}

interface VirtualLinesProps {
  label: string;
  rowCount: number;
  /** Shows the last rows at first. */
  startsAtEnd?: boolean;
  renderRow: (row: number) => ReactNode;
  /** Told which rows are drawn. */
  onRange: (start: number, end: number) => void;
  /** End was pressed, or the bar was pulled to its end. */
  onEnd?: () => void;
  ref?: Ref<VirtualLinesHandle>;
}

/**
 * A list of lines of any length. Where the browser's own scrolling would end, the bar stands for more than it is tall.
 */
export function VirtualLines({
  label,
  rowCount,
  startsAtEnd = false,
  renderRow,
  onRange,
  onEnd,
  ref,
}: VirtualLinesProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState(0);
  const [wantedTop, setTop] = useState(startsAtEnd ? rowCount : 0);
  /** What the bar was set to, so that its own event is told from the person's. */
  const setTo = useRef(0);
  const scale = scrollScale(rowCount, view);
  const top = Math.min(wantedTop, scale.lastTop);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const measure = () => setView(element.clientHeight);
    // The observer speaks only after a first drawing, which would be empty.
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  /** Turns of the wheel come faster than drawings. */
  const topNow = useRef(top);
  const moveTo = (row: number) => {
    const next = Math.max(0, Math.min(scale.lastTop, row));
    topNow.current = next;
    setTop(next);
    const element = scroller.current;
    if (!element) return;
    element.scrollTop = scale.scrollOf(next);
    setTo.current = element.scrollTop;
  };
  const move = useRef(moveTo);
  useEffect(() => {
    move.current = moveTo;
  });

  const isMeasured = view > 0;
  useEffect(() => {
    if (startsAtEnd && isMeasured) move.current(Number.MAX_SAFE_INTEGER);
    // Once it is known how much is in sight; later the person has moved.
  }, [startsAtEnd, isMeasured]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const turn = (event: WheelEvent) => {
      if (event.ctrlKey || event.shiftKey || event.deltaY === 0) return;
      event.preventDefault();
      const pixels = event.deltaMode === 1 ? event.deltaY * rowPixels : event.deltaY;
      move.current(topNow.current + pixels / rowPixels);
    };
    // React listens to the wheel passively, which cannot be prevented.
    element.addEventListener('wheel', turn, { passive: false });
    return () => element.removeEventListener('wheel', turn);
  }, []);

  const inSight = view / rowPixels;
  const first = Math.max(0, Math.floor(top) - overscanRows);
  const end = Math.min(rowCount, Math.ceil(top + inSight) + overscanRows);
  useEffect(() => {
    onRange(first, end);
  }, [onRange, first, end]);
  useImperativeHandle(ref, () => ({
    goTo: (row) => moveTo(row - Math.floor(inSight / 2)),
    focus: () => scroller.current?.focus(),
  }));

  const onKey = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowDown: top + 1,
      ArrowUp: top - 1,
      PageDown: top + inSight - 1,
      PageUp: top - inSight + 1,
      Home: 0,
      End: scale.lastTop,
    };
    const next = steps[event.key];
    if (next === undefined || event.altKey) return;
    event.preventDefault();
    if (event.key === 'End') onEnd?.();
    moveTo(next);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
    <div
      ref={scroller}
      className="virtual-lines"
      role="region"
      aria-label={label}
      tabIndex={0}
      dir="ltr"
      onKeyDown={onKey}
      onScroll={(event) => {
        const { scrollTop } = event.currentTarget;
        if (Math.abs(scrollTop - setTo.current) < 1) return;
        setTo.current = scrollTop;
        topNow.current = scale.topOf(scrollTop);
        setTop(topNow.current);
      }}
    >
      <div style={{ height: scale.height }}>
        <div className="virtual-lines-view" style={{ height: view }}>
          <div className="virtual-lines-rows" style={{ transform: `translateY(${(first - top) * rowPixels}px)` }}>
            {Array.from({ length: Math.max(0, end - first) }, (_, offset) => renderRow(first + offset))}
          </div>
        </div>
      </div>
    </div>
  );
}
