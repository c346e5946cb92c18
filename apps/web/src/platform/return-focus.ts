import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Gives the keyboard back to the field that had it when a part of the page became read-only, unless the person has gone
 * elsewhere meanwhile. A field that can no longer be written in loses it without a word.
 */
export function useReturningFocus(part: RefObject<HTMLElement | null>, isAway: boolean): void {
  const had = useRef<HTMLElement | null>(null);
  // Before the editors become read-only, which they do in later effects.
  useLayoutEffect(() => {
    const active = document.activeElement;
    if (isAway) had.current = active instanceof HTMLElement && part.current?.contains(active) ? active : null;
  }, [part, isAway]);
  useEffect(() => {
    const field = had.current;
    if (isAway || !field) return undefined;
    had.current = null;
    return focusWhenWritable(field);
  }, [isAway]);
}

/** Focuses a field as soon as it can be written in, unless something else has the keyboard by then. Returns how to give up. */
function focusWhenWritable(field: HTMLElement): () => void {
  const isFree = () => document.activeElement === null || document.activeElement === document.body;
  const observer = new MutationObserver(() => { look(); });
  const look = () => {
    if (!field.isContentEditable && !field.matches('input, textarea, select, button')) return;
    observer.disconnect();
    if (isFree()) field.focus({ preventScroll: true });
  };
  observer.observe(field, { attributes: true, attributeFilter: ['contenteditable'] });
  look();
  return () => { observer.disconnect(); };
}
