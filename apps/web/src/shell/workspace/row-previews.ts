import { keepPanel, readActivePanel, setPreviewing } from '../../registry/panel.ts';

/**
 * Has what one press on a row of a tree in `drawer` opens, or Enter, be a preview; a double press keeps it (SHL-166).
 * Returns how to stop.
 */
export function previewRows(drawer: HTMLElement): () => void {
  const onPress = (event: MouseEvent) => {
    if (isRow(event)) previewDuring();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.altKey && isTree(event)) previewDuring();
  };
  const onDoublePress = (event: MouseEvent) => {
    const active = isRow(event) ? readActivePanel() : null;
    if (active) keepPanel(active.id);
  };
  drawer.addEventListener('click', onPress, true);
  drawer.addEventListener('keydown', onKey, true);
  drawer.addEventListener('dblclick', onDoublePress, true);
  return () => {
    drawer.removeEventListener('click', onPress, true);
    drawer.removeEventListener('keydown', onKey, true);
    drawer.removeEventListener('dblclick', onDoublePress, true);
  };
}

/** Until the event has reached everyone who opens something because of it. */
function previewDuring(): void {
  setPreviewing(true);
  setTimeout(() => setPreviewing(false));
}

/** Not a button or field in a row: what these open stays. */
function isRow({ target }: Event): boolean {
  return (
    target instanceof Element &&
    target.closest('[role="treeitem"]') !== null &&
    target.closest('button, input, a') === null
  );
}

function isTree({ target }: Event): boolean {
  return target instanceof Element && target.closest('[role="tree"]') !== null && !target.matches('button, input, a');
}
