import { useSyncExternalStore } from 'react';

export interface Place {
  pathname: string;
  search: string;
}

const listeners = new Set<() => void>();
let place: Place = readPlace();

function readPlace(): Place {
  return { pathname: location.pathname, search: location.search };
}

function tell(): void {
  place = readPlace();
  for (const listener of listeners) listener();
}

addEventListener('popstate', tell);

/** Goes to a path of this application. */
export function navigate(path: string, { replace = false }: { replace?: boolean } = {}): void {
  if (path === location.pathname + location.search) return;
  if (replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  tell();
}

export function usePlace(): Place {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => place,
  );
}
