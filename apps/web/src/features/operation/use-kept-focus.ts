import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Keeps the keyboard in a list whose buttons come and go: when the button with the focus is taken away, the focus goes
 * to the one that took its place in the row, else to that of the next row, else to the first of the whole.
 */
export function useKeptFocus(element: RefObject<HTMLElement | null>): void {
  const last = useRef<{ row: Element | null; index: number } | null>(null);
  useEffect(() => {
    const { current } = element;
    const remember = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest('li') : null;
      last.current = { row, index: row ? [...(row.parentElement?.children ?? [])].indexOf(row) : 0 };
    };
    current?.addEventListener('focusin', remember);
    return () => current?.removeEventListener('focusin', remember);
  }, [element]);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current || !last.current || document.activeElement !== document.body) return;
    const { row, index } = last.current;
    const rows = [...current.querySelectorAll('li')];
    const heir = row?.isConnected ? row : rows[Math.min(index, rows.length - 1)];
    (heir ?? current).querySelector('button')?.focus();
  });
}
