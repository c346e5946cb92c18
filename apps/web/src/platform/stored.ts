import { create, type StoreApi, type UseBoundStore } from 'zustand';

/** Whether anything is kept under a key that begins so. */
export function hasStored(prefix: string): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(prefix));
  } catch {
    return false;
  }
}

/** Reads JSON kept in this browser; undefined when there is none, it is broken, or storage is refused. */
export function readStored(key: string): unknown {
  try {
    const text = localStorage.getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Keeps JSON in this browser; where storage is full or refused the page goes on without. */
export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // What is kept here is comfort, never work.
  }
}

/**
 * A store whose plain values are remembered in this browser under a key. Unknown or mistyped fields are left at their
 * first value.
 */
export function createStored<State extends Record<string, unknown>>(
  key: string,
  first: State,
): UseBoundStore<StoreApi<State>> {
  const found = readStored(key);
  const store = create<State>(() => ({ ...first, ...sameTyped(first, found) }));
  store.subscribe((state) => {
    writeStored(key, state);
  });
  return store;
}

function sameTyped<State extends Record<string, unknown>>(first: State, found: unknown): Partial<State> {
  if (typeof found !== 'object' || found === null) return {};
  const fits = Object.entries(found).filter(
    ([name, value]) => Object.hasOwn(first, name) && typeof value === typeof first[name] && value !== null,
  );
  return Object.fromEntries(fits) as Partial<State>;
}
