import {
  cloneElement,
  useEffect,
  useId,
  useState,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
} from 'react';
import type { TooltipProps as MantineTooltipProps } from '@mantine/core';
import { useOverlays } from './overlay-parts.ts';

export interface TooltipProps {
  label: ReactNode;
  shortcut?: string;
  position?: MantineTooltipProps['position'];
  disabled?: boolean;
  /** Wraps instead of running on; for whole sentences. */
  multiline?: boolean;
  children: ReactElement;
}

/** How long the pointer rests before the tooltip opens, in milliseconds. The keyboard waits for nothing. */
const openDelayMs = 400;

interface Visit {
  anchor: HTMLElement;
  by: 'pointer' | 'keyboard';
}

/** A name, and the key that does the same, for what is under the pointer or the focus. */
export function Tooltip({ label, shortcut, position = 'bottom', disabled, multiline, children }: TooltipProps) {
  const id = useId();
  const [visit, setVisit] = useState<Visit | null>(null);
  const isOpen = useRested(visit) && !disabled;
  const overlays = useOverlays(isOpen);
  const given = children.props as ComponentProps<'button'>;
  const leave = () => setVisit(null);
  const child = cloneElement(children as ReactElement<ComponentProps<'button'>>, {
    'aria-describedby': isOpen && overlays ? joined(given['aria-describedby'], id) : given['aria-describedby'],
    onPointerEnter: (event) => {
      given.onPointerEnter?.(event);
      if (event.pointerType !== 'touch') setVisit({ anchor: event.currentTarget, by: 'pointer' });
    },
    onPointerLeave: (event) => {
      given.onPointerLeave?.(event);
      leave();
    },
    onPointerDown: (event) => {
      given.onPointerDown?.(event);
      leave();
    },
    onFocus: (event) => {
      given.onFocus?.(event);
      if (event.target.matches(':focus-visible')) setVisit({ anchor: event.currentTarget, by: 'keyboard' });
    },
    onBlur: (event) => {
      given.onBlur?.(event);
      leave();
    },
  });
  return (
    <>
      {child}
      {visit && overlays && (
        <overlays.TooltipBox
          id={id}
          anchor={visit.anchor}
          isOpen={isOpen}
          onClose={leave}
          position={position}
          multiline={multiline}
        >
          {shortcut ? (
            <>
              {label} <span className="g-tip-key">{shortcut}</span>
            </>
          ) : (
            label
          )}
        </overlays.TooltipBox>
      )}
    </>
  );
}

/** Whether a visit has lasted long enough to be meant. */
function useRested(visit: Visit | null): boolean {
  const [rested, setRested] = useState<Visit | null>(null);
  useEffect(() => {
    if (!visit) return undefined;
    const timer = setTimeout(() => setRested(visit), visit.by === 'pointer' ? openDelayMs : 0);
    return () => clearTimeout(timer);
  }, [visit]);
  return visit !== null && rested === visit;
}

function joined(...ids: (string | undefined)[]): string {
  return ids.filter(Boolean).join(' ');
}
