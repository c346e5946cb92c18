import { useEffect, useRef, type RefObject } from 'react';

/**
 * Gives the keyboard back to the field that had it when a part of the page became read-only, unless the person has gone
 * elsewhere meanwhile. A field that can no longer be written in loses it without a word.
 */
export function useReturningFocus(part: RefObject<HTMLElement | null>, isAway: boolean): void {
  const last = useRef<HTMLElement | null>(null);
  useEffect(() => {
    // An editor may let the keyboard go before this part hears that it is read-only: only what the person does counts.
    const follow = ({ type, target }: Event) => {
      const field = target instanceof HTMLElement && part.current?.contains(target) ? target : null;
      if (type === 'focusin') last.current = field;
      else if (!field || !last.current?.contains(field)) last.current = null;
    };
    document.addEventListener('focusin', follow);
    document.addEventListener('pointerdown', follow, true);
    return () => {
      document.removeEventListener('focusin', follow);
      document.removeEventListener('pointerdown', follow, true);
    };
  }, [part]);
  useEffect(
    () =>
      isAway
        ? () => {
            if (last.current) focusWhenWritable(last.current);
          }
        : undefined,
    [isAway],
  );
}

/** Focuses a field as soon as it can be written in, unless something else has the keyboard by then. */
function focusWhenWritable(field: HTMLElement): void {
  const isFree = () => document.activeElement === null || document.activeElement === document.body;
  const observer = new MutationObserver(() => {
    look();
  });
  const look = () => {
    if (!field.isContentEditable && !field.matches('input, textarea, select, button')) return;
    observer.disconnect();
    if (isFree() && field.isConnected) field.focus({ preventScroll: true });
  };
  observer.observe(field, { attributes: true, attributeFilter: ['contenteditable'] });
  look();
}
