import { ArrowsVerticalIcon } from '@groma/ui';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useText } from '../../../platform/text.ts';
import type { TimeState, TimeTool } from './time-tool.ts';

const step = 0.02;
const longStep = 0.1;

/** The bar between two images: dragged, or moved by keys. */
export function SwipeBar({ tool, swipe }: { tool: TimeTool; swipe: NonNullable<TimeState['swipe']> }) {
  const t = useText();
  const frame = useRef<HTMLDivElement>(null);
  const move = (at: number) => tool.swipe({ ...swipe, at: Math.min(1, Math.max(0, at)) });
  const drag = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = frame.current!.getBoundingClientRect();
    move((event.clientX - box.left) / box.width);
  };
  const press = (event: KeyboardEvent) => {
    const long = event.shiftKey ? longStep : step;
    const to = {
      ArrowLeft: swipe.at - long,
      ArrowRight: swipe.at + long,
      PageDown: swipe.at - longStep,
      PageUp: swipe.at + longStep,
      Home: 0,
      End: 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move(to);
  };
  return (
    <div className="swipe-frame" ref={frame}>
      <div
        className="swipe-bar"
        role="slider"
        tabIndex={0}
        aria-label={t('time.bar')}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(swipe.at * 100)}
        style={{ left: `${swipe.at * 100}%` }}
        onPointerDown={(event) => {
          event.preventDefault();
          event.currentTarget.focus();
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={drag}
        onKeyDown={press}
      >
        <i>
          <ArrowsVerticalIcon size={14} />
        </i>
      </div>
    </div>
  );
}
