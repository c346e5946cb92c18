import { useRef } from 'react';
import { useInterface } from '../provider/interface-context.ts';

export interface ResizeHandleProps {
  /** What is resized, as `Resize drawer`. */
  label: string;
  /** `vertical` is an upright line that changes a width, `horizontal` a lying one that changes a height. */
  orientation?: 'vertical' | 'horizontal';
  /** The side of the pane the handle stands on: dragging towards that side makes the pane larger. */
  edge: 'start' | 'end';
  /** Present size of the pane in pixels. */
  size: number;
  min: number;
  max: number;
  onResize: (size: number) => void;
  /** When the drag ends or after each key: the moment to remember the size. */
  onResizeEnd?: (size: number) => void;
  /** Double-click and Enter go back to this size. */
  defaultSize?: number;
}

const keyStep = 16;

/**
 * A line between two panes that is dragged, or moved by arrow keys, Home and End. Place it inside a positioned pane.
 */
export function ResizeHandle({
  label,
  orientation = 'vertical',
  edge,
  size,
  min,
  max,
  onResize,
  onResizeEnd,
  defaultSize,
}: ResizeHandleProps) {
  const { direction } = useInterface();
  const drag = useRef<{ pointer: number; start: number; last: number } | null>(null);
  const towardsEnd = edge === 'end' ? 1 : -1;
  const sign = orientation === 'vertical' && direction === 'rtl' ? -towardsEnd : towardsEnd;
  const along = (event: React.PointerEvent) => (orientation === 'vertical' ? event.clientX : event.clientY);
  const clamp = (next: number) => Math.round(Math.min(max, Math.max(min, next)));
  const set = (next: number) => {
    onResize(clamp(next));
    onResizeEnd?.(clamp(next));
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const next = sizeAfterKey(event.key, { size, min, max, sign, orientation, defaultSize });
    if (next === undefined) return;
    event.preventDefault();
    set(next);
  };
  return (
    <div
      className="g-resize-handle"
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={Math.round(size)}
      aria-valuemin={min}
      aria-valuemax={max}
      data-orientation={orientation}
      data-edge={edge}
      onKeyDown={onKeyDown}
      onDoubleClick={() => {
        if (defaultSize !== undefined) set(defaultSize);
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { pointer: along(event), start: size, last: size };
      }}
      onPointerMove={(event) => {
        if (!drag.current) return;
        drag.current.last = clamp(drag.current.start + (along(event) - drag.current.pointer) * sign);
        onResize(drag.current.last);
      }}
      onLostPointerCapture={() => {
        if (drag.current) onResizeEnd?.(drag.current.last);
        drag.current = null;
      }}
    />
  );
}

interface KeyedSize {
  size: number;
  min: number;
  max: number;
  sign: number;
  orientation: 'vertical' | 'horizontal';
  defaultSize?: number;
}

function sizeAfterKey(key: string, { size, min, max, sign, orientation, defaultSize }: KeyedSize): number | undefined {
  const [less, more] = orientation === 'vertical' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
  if (key === more) return size + keyStep * sign;
  if (key === less) return size - keyStep * sign;
  if (key === 'Home') return min;
  if (key === 'End') return max;
  return key === 'Enter' ? defaultSize : undefined;
}
