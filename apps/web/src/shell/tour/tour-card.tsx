import { Button, IconButton, Popover, XIcon } from '@groma/ui';
import { useEffect, useId, useRef, useState } from 'react';
import { useText } from '../../platform/text.ts';
import type { DialogHostProps } from '../../registry/dialog.ts';
import { anchorOf, presentSteps, type TourStep } from './tour-steps.ts';
import './tour-card.css';

/**
 * The tour: a card beside one thing after another. Everything else can be used meanwhile; Escape and its cross leave it
 * (SHL-154).
 */
export function TourCard({ opened, onClose }: DialogHostProps) {
  const t = useText();
  const [steps] = useState(presentSteps);
  const [at, setAt] = useState(0);
  const step = steps[at];
  const rect = useRect(opened ? step : undefined);
  const leave = useReturn(onClose);
  const [titleId, textId] = [useId(), useId()];
  // Nothing to point at: there is no tour.
  const isOver = opened && !step;
  useEffect(() => {
    if (isOver) onClose();
  }, [isOver, onClose]);
  useEffect(() => {
    if (!opened) return undefined;
    const onKey = (event: KeyboardEvent) => {
      // Escape closes first what somebody has opened over it.
      const other = document.activeElement?.closest('[role="dialog"], [role="menu"], [role="listbox"]');
      const isElsewhere = other && !other.classList.contains('tour-card');
      if (event.key === 'Escape' && !event.defaultPrevented && !isElsewhere) leave();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [opened, leave]);
  if (!opened || !step || !rect) return null;
  const isLast = at === steps.length - 1;
  return (
    <Popover
      opened
      withArrow
      // Its target is a ring around the thing, not a button.
      withRoles={false}
      withinPortal
      hideDetached={false}
      width="min(320px, calc(100vw - 24px))"
      position={step.position}
      offset={12}
      closeOnEscape={false}
      closeOnClickOutside={false}
      middlewares={{ flip: true, shift: { padding: 12 } }}
      transitionProps={{ duration: 0 }}
      zIndex={150}
    >
      <Popover.Target>
        <div className="tour-ring" style={rect} aria-hidden />
      </Popover.Target>
      <Popover.Dropdown
        key={step.key}
        className="tour-card"
        role="dialog"
        aria-labelledby={titleId}
        aria-describedby={textId}
      >
        <header>
          <b id={titleId}>{t(`tour.${step.key}.title`)}</b>
          <IconButton label={t('tour.leave')} icon={<XIcon size={16} />} onClick={leave} />
        </header>
        <p id={textId}>{t(`tour.${step.key}.text`)}</p>
        <footer>
          <small>{t('tour.place', { step: at + 1, steps: steps.length })}</small>
          {at > 0 && (
            <Button variant="quiet" onClick={() => setAt(at - 1)}>
              {t('tour.back')}
            </Button>
          )}
          <Button ref={focusFirst} variant="primary" onClick={isLast ? leave : () => setAt(at + 1)}>
            {t(isLast ? 'tour.done' : 'tour.next')}
          </Button>
        </footer>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The keys go to the card, unless somebody writes or works elsewhere already. */
function focusFirst(button: HTMLButtonElement | null): void {
  const { activeElement } = document;
  const isFree = !activeElement || activeElement === document.body || !activeElement.isConnected;
  if (isFree || activeElement.closest('.tour-card')) button?.focus({ preventScroll: true });
}

/** Ends the tour, and gives the keys back to what had them when it began. */
function useReturn(onClose: () => void): () => void {
  const before = useRef(document.activeElement);
  const [leave] = useState(() => () => {
    const isInside = document.activeElement?.closest('.tour-card');
    onClose();
    const { current } = before;
    if (isInside && current instanceof HTMLElement && current.isConnected) current.focus({ preventScroll: true });
  });
  return leave;
}

interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

const looksEveryMs = 100;

/** Where the thing of a step stands in the window, null while it cannot be seen; it may move or go at any time. */
function useRect(step: TourStep | undefined): Rect | null {
  const [rect, setRect] = useState<Rect | null>(null);
  useEffect(() => {
    if (!step) return undefined;
    const look = () => {
      const box = anchorOf(step)?.getBoundingClientRect();
      setRect((known) => (box ? (known && isSame(known, box) ? known : toRect(box)) : null));
    };
    look();
    const timer = setInterval(look, looksEveryMs);
    return () => clearInterval(timer);
  }, [step]);
  return step ? rect : null;
}

function isSame(rect: Rect, box: DOMRect): boolean {
  return rect.left === box.left && rect.top === box.top && rect.width === box.width && rect.height === box.height;
}

function toRect({ left, top, width, height }: DOMRect): Rect {
  return { left, top, width, height };
}
