import { useSyncExternalStore } from 'react';

const darkQuery = '(prefers-color-scheme: dark)';

function subscribe(onChange: () => void): () => void {
  const media = window.matchMedia(darkQuery);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}

/** The scheme to draw: the wanted one, or for `auto` the one the system prefers at this moment. */
export function useResolvedScheme(wanted: 'light' | 'dark' | 'auto'): 'light' | 'dark' {
  const systemIsDark = useSyncExternalStore(
    subscribe,
    () => window.matchMedia(darkQuery).matches,
    () => false,
  );
  if (wanted !== 'auto') return wanted;
  return systemIsDark ? 'dark' : 'light';
}
