import { readProject, sessionStore } from '../../platform/session.ts';
import { readStored, writeStored } from '../../platform/stored.ts';
import { whenIdle } from '../../platform/when-idle.ts';
import { openDialog } from '../../registry/dialog.ts';
import { presentSteps } from './tour-steps.ts';

/** Milliseconds in which the map and the notebook of a sample come; what is not there by then is left out. */
const patienceMs = 12_000;
const lookMs = 250;

export async function startTour(): Promise<void> {
  openDialog((await import('./tour-card.tsx')).TourCard);
}

/**
 * Starts the tour on a person's first visit to their own sample in this browser, once all it shows is there, and never
 * again by itself. Returns how to call it off.
 */
export function offerTour(): () => void {
  const { user } = sessionStore.getState();
  const project = readProject();
  if (!user || !project?.is_sample || project.creator !== user.id) return () => undefined;
  const key = `groma.tour.${user.id}`;
  if (readStored(key) === true) return () => undefined;
  const end = performance.now() + patienceMs;
  let timer: ReturnType<typeof setTimeout>;
  const look = () => {
    const count = presentSteps().length;
    if (count < 5 && performance.now() < end) {
      timer = setTimeout(look, lookMs);
      return;
    }
    if (count === 0) return;
    writeStored(key, true);
    startTour().catch(() => undefined);
  };
  const stop = whenIdle(look);
  return () => {
    stop();
    clearTimeout(timer);
  };
}
