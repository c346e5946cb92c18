import { useInterface } from '@groma/ui';
import { useEffect, useState } from 'react';
import { durationText } from './duration.ts';

/** The time since something began, running. */
export function Elapsed({ since }: { since: number }) {
  const { locale } = useInterface();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 100);
    return () => clearInterval(timer);
  }, []);
  return <span className="sql-elapsed">{durationText(Math.max(0, now - since), locale)}</span>;
}
