import { limit } from '@groma/model';
import type { LiveState } from '@groma/protocol';
import { useEffect, useState } from 'react';

/**
 * How far away the server is: `none` while all is well; `short` for ten seconds after the connection fails, when
 * everything can still be edited and is kept; `long` from then on, when there is only to be read.
 */
export type Outage = 'none' | 'short' | 'long';

/** Follows an outage that began at `lostAt`, in milliseconds since 1970; null for none. */
export function useOutage(lostAt: number | null): Outage {
  const [longSince, setLongSince] = useState<number | null>(null);
  useEffect(() => {
    if (lostAt === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Timers and the clock may disagree: the clock counts, by which the rest of the page goes.
    const look = () => {
      const left = lostAt + limit.offlineEditMs - Date.now();
      if (left <= 0) setLongSince(lostAt);
      else timer = setTimeout(look, left);
    };
    timer = setTimeout(look, Math.max(0, lostAt + limit.offlineEditMs - Date.now()));
    return () => {
      clearTimeout(timer);
    };
  }, [lostAt]);
  if (lostAt === null) return 'none';
  return longSince === lostAt ? 'long' : 'short';
}

/** Whether a document that was in step can be edited now as far as its connection goes. */
export function isOpenToEdits({ canWrite, refusal }: Pick<LiveState, 'canWrite' | 'refusal'>, outage: Outage): boolean {
  return canWrite && refusal === null && outage !== 'long';
}
