import { onSaving } from '../../platform/live.ts';

/**
 * Tells of edits in a panel: text that is about to change in it, or anything that begins to be saved while the panel is
 * in use. Returns how to stop.
 */
export function watchEdits(content: HTMLElement, isInUse: () => boolean, onEdit: () => void): () => void {
  content.addEventListener('beforeinput', onEdit, true);
  const stop = onSaving(() => {
    if (isInUse()) onEdit();
  });
  return () => {
    content.removeEventListener('beforeinput', onEdit, true);
    stop();
  };
}
