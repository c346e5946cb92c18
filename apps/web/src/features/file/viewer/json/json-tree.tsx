import { ChevronRightIcon, SkeletonRows } from '@groma/ui';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useText } from '../../../../platform/text.ts';
import { isContainer, shownRows, type JsonRow, type ShownRow } from './json-node.ts';
import type { OpenedJson } from './use-json.ts';
import './json-tree.css';

const rowPixels = 22;

interface JsonTreeProps {
  json: OpenedJson;
  path: string;
  isShown?: boolean;
  onShown?: (isShown: boolean) => void;
}

/** JSON as a tree that opens and closes (FIL-053), down to depth 3 at first. */
export function JsonTree({ json, path, isShown = true, onShown }: JsonTreeProps) {
  const { first } = json;
  useEffect(() => {
    onShown?.(isShown && first !== null);
  }, [onShown, isShown, first]);
  if (!first) return <SkeletonRows rows={12} withIcon={false} />;
  return <Rows json={json} first={first} path={path} />;
}

function Rows({ json, first, path }: { json: OpenedJson; first: NonNullable<OpenedJson['first']>; path: string }) {
  const t = useText();
  const [children, setChildren] = useState<ReadonlyMap<string, readonly JsonRow[]>>(() => new Map(first.children));
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(first.children.map(([id]) => id)));
  const [active, setActive] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => shownRows(first.top, children, open), [first, children, open]);
  // oxlint-disable-next-line react/incompatible-library -- the virtual list is read anew at each render; no compiler memoizes it here
  const list = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPixels,
    overscan: 12,
  });
  const here = Math.min(active, shown.length - 1);

  const toggle = async ({ row, isOpen }: ShownRow, wanted = !isOpen) => {
    if (!isContainer(row) || wanted === isOpen) return;
    if (wanted && !children.has(row.id) && json.reader) {
      const below = await json.reader.children(row);
      setChildren((known) => new Map(known).set(row.id, below));
    }
    setOpen((known) => {
      const next = new Set(known);
      if (wanted) next.add(row.id);
      else next.delete(row.id);
      return next;
    });
  };
  const go = (to: number) => {
    const next = Math.max(0, Math.min(shown.length - 1, to));
    setActive(next);
    list.scrollToIndex(next);
  };
  const parentOf = (at: number) => shown.findLastIndex(({ depth }, index) => index < at && depth < shown[at]!.depth);
  const onKey = (event: KeyboardEvent) => {
    const present = shown[here]!;
    switch (event.key) {
      case 'ArrowDown':
        go(here + 1);
        break;
      case 'ArrowUp':
        go(here - 1);
        break;
      case 'PageDown':
        go(here + 20);
        break;
      case 'PageUp':
        go(here - 20);
        break;
      case 'Home':
        go(0);
        break;
      case 'End':
        go(shown.length - 1);
        break;
      case 'ArrowRight':
        if (present.isOpen) go(here + 1);
        else void toggle(present, true);
        break;
      case 'ArrowLeft':
        if (present.isOpen) void toggle(present, false);
        else if (here > 0) go(parentOf(here));
        break;
      case 'Enter':
      case ' ':
        void toggle(present);
        break;
      default:
        return;
    }
    event.preventDefault();
  };
  return (
    <div ref={scroller} className="json-tree" dir="ltr">
      <div
        role="tree"
        aria-label={t('file.contentOf', { path })}
        tabIndex={0}
        aria-activedescendant={`json-row-${here}`}
        onKeyDown={onKey}
        style={{ height: list.getTotalSize() }}
      >
        {list.getVirtualItems().map(({ index, start }) => {
          const { row, depth, isOpen } = shown[index]!;
          return (
            // The tree has the focus and the keys; a row is pressed only by the mouse.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={row.id}
              id={`json-row-${index}`}
              role="treeitem"
              aria-level={depth + 1}
              aria-selected={index === here}
              {...(isContainer(row) && { 'aria-expanded': isOpen })}
              className="json-row"
              data-active={index === here || undefined}
              style={{ transform: `translateY(${start}px)`, paddingInlineStart: 8 + depth * 16 }}
              onClick={() => {
                setActive(index);
                void toggle(shown[index]!);
              }}
            >
              <span className="json-twist" data-open={isOpen || undefined}>
                {isContainer(row) && <ChevronRightIcon size={14} />}
              </span>
              {row.key !== null && (
                <span className={row.kind === 'range' ? 'json-range' : 'json-key'}>
                  {row.kind === 'range' ? `[${row.key}]` : row.key}
                  <i>:</i>
                </span>
              )}
              <Value row={row} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

function Value({ row: { kind, count, value } }: { row: JsonRow }) {
  const t = useText();
  if (kind === 'object') return <span className="json-count">{`{} ${t('file.viewer.keys', { count })}`}</span>;
  if (kind === 'array') return <span className="json-count">{`[] ${t('file.viewer.items', { count })}`}</span>;
  if (kind === 'range') return <span className="json-count">{t('file.viewer.items', { count })}</span>;
  return (
    <span className={`json-${kind}`} title={value}>
      {value}
    </span>
  );
}
