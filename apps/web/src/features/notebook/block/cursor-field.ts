import type { Awareness } from 'y-protocols/awareness';

type State = Record<string, unknown>;

/** Moves of a cursor are told at most this often (NBK-052). */
export const cursorShareMs = 500;

export interface CursorField {
  /** What an editor's binding takes for the awareness of the document. */
  awareness: Awareness;
  /** Takes the cursor away from the others' screens, as when the editor loses the focus. */
  hide(): void;
  close(): void;
}

/**
 * An awareness in which `cursor` is another field of the document's awareness: the text and the code of a notebook are
 * two editors, both write `cursor`, and neither must read the other's. What an editor writes is told at most twice a
 * second; it reads its own last word at once.
 */
export function cursorField(
  awareness: Awareness,
  field: string,
  now: () => number = () => performance.now(),
): CursorField {
  let pending: { value: unknown } | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let toldAt = -Infinity;
  const tell = () => {
    timer = null;
    if (!pending) return;
    const { value } = pending;
    pending = null;
    toldAt = now();
    awareness.setLocalStateField(field, value);
  };
  const share = (value: unknown) => {
    pending = { value };
    timer ??= setTimeout(tell, Math.max(0, toldAt + cursorShareMs - now()));
  };
  const seen = (state: State | null): State | null => state && { ...state, cursor: state[field] ?? null };
  const local = (): State | null => {
    const state = seen(awareness.getLocalState());
    return state && pending ? { ...state, cursor: pending.value } : state;
  };
  const replaced: Partial<Record<string | symbol, unknown>> = {
    getLocalState: local,
    getStates: () => new Map([...awareness.getStates()].map(([client, state]) => [client, seen(state as State)])),
    setLocalStateField: (name: string, value: unknown) => {
      if (name === 'cursor') share(value);
      else awareness.setLocalStateField(name, value);
    },
  };
  return {
    awareness: new Proxy(awareness, {
      get(target, name) {
        if (name in replaced) return replaced[name];
        const value = Reflect.get(target, name) as unknown;
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    }),
    hide() {
      if (local()?.['cursor'] != null) share(null);
    },
    close() {
      if (timer) clearTimeout(timer);
      timer = null;
      pending = null;
    },
  };
}
