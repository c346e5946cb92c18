import { takesText } from '../../../platform/takes-text.ts';

/** Notebooks that somebody has just made here and will want to write in, each with what had the keyboard then. */
const made = new Map<string, Element | null>();

/** The keyboard is to go into a notebook as soon as it is shown: whoever made it is about to write. */
export function enterWhenShown(notebookId: string): void {
  made.set(notebookId, document.activeElement);
}

/**
 * Whether the keyboard is to go into a notebook that is shown now; told once. Not when its person has begun to write
 * elsewhere.
 */
export function isToBeEntered(notebookId: string): boolean {
  const before = made.get(notebookId);
  const now = document.activeElement;
  return made.delete(notebookId) && (now === before || !takesText(now));
}
