import { useInterface } from '@groma/ui';
import { useEffect, useState } from 'react';
import { formatTaken, type RunState } from './run-state.ts';

/** Time of the last run, or of the one under way since it was seen to begin (KRN-056). */
export function RunTime({ state, msTaken }: { state: RunState; msTaken: number | null }) {
  const { locale } = useInterface();
  if (state === 'running') return <TimePassing locale={locale} />;
  return msTaken === null || state === 'queued' ? null : <span className="cell-time">{formatTaken(msTaken, locale)}</span>;
}

function TimePassing({ locale }: { locale: string }) {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const start = performance.now();
    const timer = setInterval(() => setPassed(performance.now() - start), 200);
    return () => clearInterval(timer);
  }, []);
  return <span className="cell-time" data-running>{passed >= 1_000 ? formatTaken(passed, locale) : ''}</span>;
}
