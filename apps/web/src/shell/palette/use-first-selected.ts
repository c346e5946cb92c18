import { useEffect, useRef, type KeyboardEvent } from 'react';
import { paletteStore } from './palette-store.ts';

/**
 * Keeps the best answer selected while answers still come: Mantine selects the first row of those that are there when
 * something is typed, and the server's come later. Whoever moves by the arrows keeps the row until more is typed.
 * @returns What the field of the palette does with its keys.
 */
export function useFirstSelected(isOpen: boolean, typed: string): (event: KeyboardEvent) => void {
  const isMoved = useRef(false);
  useEffect(() => {
    isMoved.current = false;
  }, [isOpen, typed]);
  // After every drawing: rows come and go without a word.
  useEffect(() => {
    if (!isOpen || isMoved.current || typed.trim() === '') return;
    const rows = document.querySelectorAll('.mantine-Spotlight-content [data-action]');
    if (rows.length === 0 || rows[0]!.hasAttribute('data-selected')) return;
    for (const row of rows) row.removeAttribute('data-selected');
    rows[0]!.setAttribute('data-selected', 'true');
    paletteStore.setState({ ...paletteStore.getState(), selected: 0 });
  });
  return ({ key }) => {
    if (key === 'ArrowDown' || key === 'ArrowUp') isMoved.current = true;
  };
}
