import { IconButton, XIcon } from '@groma/ui';
import { useEffect, useRef } from 'react';
import { takesText } from '../../../platform/takes-text.ts';
import { useText } from '../../../platform/text.ts';
import { stepFrom } from './story-places.ts';
import type { StoryReaderProps } from './story-reader-props.ts';
import { StoryStepsBar } from './story-steps-bar.tsx';
import { StoryText } from './story-text.tsx';

/** How many steps a key goes on. */
const stepsOfKey: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  PageDown: 1,
  ' ': 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  PageUp: -1,
  Home: -Infinity,
  End: Infinity,
};

/** Keys that scroll first, where the text of a step is longer than its card. */
const scrollingKeys: readonly string[] = ['ArrowDown', 'PageDown', ' ', 'ArrowUp', 'PageUp'];
/** The part of what is seen that a key scrolls by. */
const scrolledPart = 0.8;

/** Left and right as the language reads. */
function mirrored(key: string): string {
  if (document.documentElement.dir !== 'rtl') return key;
  return key === 'ArrowLeft' ? 'ArrowRight' : key === 'ArrowRight' ? 'ArrowLeft' : key;
}

/** One step over a map that fills the screen; arrow keys go on, Escape ends it. */
export function StoryCaption({ steps, step, onStep, onPresent }: StoryReaderProps) {
  const t = useText();
  const card = useRef<HTMLElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const shown = steps.find(({ id }) => id === step);
  useFullScreen(onPresent);
  useEffect(() => card.current?.focus(), []);
  useEffect(() => {
    // Browsers may answer with a promise, which is nothing to end an effect with.
    text.current?.scrollTo({ top: 0 });
  }, [step]);
  useEffect(() => {
    // Before the map moves by the same keys.
    const onKey = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey } = event;
      if (takesText(target) || ctrlKey || metaKey || altKey || document.querySelector('[role="menu"]')) return;
      const by = stepsOfKey[mirrored(key)];
      if (key !== 'Escape' && (by === undefined || (key === ' ' && target instanceof HTMLButtonElement))) return;
      event.preventDefault();
      event.stopPropagation();
      if (scrollingKeys.includes(key) && scrolls(text.current, by! > 0)) return;
      const next = by === undefined ? undefined : stepFrom(steps, step, by);
      if (key === 'Escape') onPresent(false);
      else if (next) onStep(next.id);
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [steps, step, onStep, onPresent]);
  if (!shown) return null;
  return (
    <section className="story-caption" aria-label={t('story.story')} tabIndex={-1} ref={card}>
      <div aria-live="polite" ref={text}>
        <div key={step}>
          {shown.title !== '' && <h3 dir="auto">{shown.title}</h3>}
          <StoryText text={shown.text} />
        </div>
      </div>
      <footer>
        <StoryStepsBar steps={steps} step={step} onStep={onStep} />
        <IconButton label={t('story.endPresenting')} icon={<XIcon />} onClick={() => onPresent(false)} />
      </footer>
    </section>
  );
}

/** Scrolls a text on or back; false where it is at its end. */
function scrolls(element: HTMLElement | null, isOn: boolean): boolean {
  if (!element) return false;
  const { scrollTop, scrollHeight, clientHeight } = element;
  const room = isOn ? scrollHeight - clientHeight - scrollTop : scrollTop;
  if (room <= 1) return false;
  element.scrollBy({ top: (isOn ? 1 : -1) * clientHeight * scrolledPart });
  return true;
}

/** Fills the screen while it is shown, where a page may; leaving that is leaving both. */
function useFullScreen(onFull: (isFull: boolean) => void): void {
  useEffect(() => {
    const wasFull = document.fullscreenElement !== null;
    if (!wasFull && document.fullscreenEnabled) document.documentElement.requestFullscreen().catch(() => undefined);
    const onChange = () => {
      if (document.fullscreenElement === null) onFull(false);
    };
    document.addEventListener('fullscreenchange', onChange);
    return () => {
      document.removeEventListener('fullscreenchange', onChange);
      if (!wasFull && document.fullscreenElement !== null) document.exitFullscreen().catch(() => undefined);
    };
  }, [onFull]);
}
