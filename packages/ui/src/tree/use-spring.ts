import { useCallback, useEffect, useRef } from 'react';

/** How long a drag rests on a closed row until it springs open. */
const springMs = 650;

/**
 * Runs what was last started when it has rested for a while; another id or null starts the waiting again or ends it.
 */
export function useSpring(): (id: string | null, run?: () => void) => void {
  const waiting = useRef<{ id: string; timer: ReturnType<typeof setTimeout> } | null>(null);
  const rest = useCallback((id: string | null, run?: () => void) => {
    if (waiting.current?.id === id) return;
    if (waiting.current) clearTimeout(waiting.current.timer);
    waiting.current = id !== null && run ? { id, timer: setTimeout(run, springMs) } : null;
  }, []);
  useEffect(() => () => rest(null), [rest]);
  return rest;
}
