import { useEffect, useState } from 'react';

/**
 * Whole seconds until one may try again; 0 when one may. Counted against the clock, so that a sleeping page does not
 * fall behind.
 */
export function useCountdown(): { secondsLeft: number; wait(seconds: number): void } {
  const [until, setUntil] = useState(0);
  const [secondsLeft, setSecondsLeft] = useState(0);
  useEffect(() => {
    if (until === 0) return undefined;
    const tick = () => {
      const left = Math.max(0, Math.ceil((until - Date.now()) / 1_000));
      setSecondsLeft(left);
      if (left === 0) setUntil(0);
    };
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return {
    secondsLeft,
    wait: (seconds) => {
      setSecondsLeft(seconds);
      setUntil(Date.now() + seconds * 1_000);
    },
  };
}
