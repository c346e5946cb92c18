import { useInterface } from '@groma/ui';
import { useEffect, useState } from 'react';
import { formatTaken, type RunState } from './run-state.ts';

/** Time of the last run, or of the one under way since it was seen to begin (KRN-056). */
export function RunTime({ state, msTaken }: { state: RunState; msTaken: number | null }) {
  const { locale } = useInterface();
  const isRunning = state === 'running';
  const passed = useTimePassed(isRunning);
  if (isRunning) return <span className="cell-time" data-running>{passed >= 1_000 ? formatTaken(passed, locale) : ''}</span>;
  return msTaken === null || state === 'queued' ? null : <span className="cell-time">{formatTaken(msTaken, locale)}</span>;
}

function useTimePassed(isRunning: boolean): number {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    if (!isRunning) return undefined;
    const start = performance.now();
    setPassed(0);
    const timer = setInterval(() => setPassed(performance.now() - start), 200);
    return () => clearInterval(timer);
  }, [isRunning]);
  return passed;
}
