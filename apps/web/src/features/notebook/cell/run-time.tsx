import { useInterface } from '@groma/ui';
import { useEffect, useState } from 'react';
import { formatTaken, type RunState } from './run-state.ts';

/** Time of the last run, or of the one under way since it began, also where this page came to it later (KRN-056). */
export function RunTime({
  state,
  msTaken,
  startedAt,
}: {
  state: RunState;
  msTaken: number | null;
  startedAt: number | null;
}) {
  const { locale } = useInterface();
  if (state === 'running') return <TimePassing key={startedAt} locale={locale} startedAt={startedAt} />;
  return msTaken === null || state === 'queued' ? null : (
    <span className="cell-time" dir="ltr">
      {formatTaken(msTaken, locale)}
    </span>
  );
}

function TimePassing({ locale, startedAt }: { locale: string; startedAt: number | null }) {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const start = startedAt ?? Date.now();
    // The server's clock may be ahead of this one.
    const tell = () => setPassed(Math.max(0, Date.now() - start));
    tell();
    const timer = setInterval(tell, 200);
    return () => clearInterval(timer);
  }, [startedAt]);
  return (
    <span className="cell-time" dir="ltr" data-running>
      {passed >= 1_000 ? formatTaken(passed, locale) : ''}
    </span>
  );
}
