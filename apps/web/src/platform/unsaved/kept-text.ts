import { useState } from 'react';
import { sessionStore } from '../session.ts';

const keyOf = (place: string): string => `groma.typed.${sessionStore.getState().user?.id ?? ''}.${place}`;

/** Words that this person was typing at a place, in this tab; null where there are none. */
export function readTyped(place: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(place));
  } catch {
    return null;
  }
}

/**
 * Keeps what is being typed at a place until it is sent or given up (null). Reloads and crashes of the tab leave it
 * alone.
 */
export function keepTyped(place: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(keyOf(place));
    else sessionStorage.setItem(keyOf(place), text);
  } catch {
    // Storage is full or refused: the field itself still has the words.
  }
}

/**
 * The words of a field that are not sent as they are typed. A field that goes away, a call that fails and a reload
 * leave them alone; null means that nothing is being typed.
 */
export function useKeptText(place: string): [text: string | null, setText: (text: string | null) => void] {
  const [state, setState] = useState(() => ({ place, text: readTyped(place) }));
  const present = state.place === place ? state : { place, text: readTyped(place) };
  if (present !== state) setState(present);
  const setText = (text: string | null): void => {
    setState({ place, text });
    keepTyped(place, text);
  };
  return [present.text, setText];
}
