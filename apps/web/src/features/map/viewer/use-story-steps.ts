import type { StoryStep } from '@groma/model';
import { useCallback, useEffect, useRef, useState } from 'react';
import { showTime } from '../session/show-time.ts';
import { showStoryView } from '../view/show-story-view.ts';
import type { MapView } from '../view/map-view.ts';
import type { OpenPublished } from './open-published.ts';

/** The step of a story that a published map shows; null where it is read by itself. The map follows it. */
export function useStorySteps(
  { map, first }: OpenPublished,
  view: MapView | null,
  /** Called before the map goes to another step. */
  onLeave: () => void,
): { step: StoryStep | null; setStep: (step: StoryStep | null) => void } {
  const [step, setStep] = useState(first);
  // The map opens at the first.
  const shown = useRef(first);
  useEffect(() => {
    if (!view) return;
    if (step !== shown.current) onLeave();
    if (step === shown.current) {
      showTime(map, step?.view.time ?? null);
      // A picture begins with all of a map whose view nobody has chosen; the step has chosen one.
      if (step) view.look(step.view.camera);
    } else if (step) showStoryView(map, view, step.view);
    else showTime(map, null);
    shown.current = step;
    view.draw(map.state);
  }, [map, view, step, onLeave]);
  return { step, setStep: useCallback((next) => setStep(next), []) };
}
