/** Notebooks that somebody has just made here and will want to write in. */
const made = new Set<string>();

/** The keyboard is to go into a notebook as soon as it is shown: whoever made it is about to write. */
export function enterWhenShown(notebookId: string): void {
  made.add(notebookId);
}

/** Whether the keyboard is to go into a notebook that is shown now; told once. */
export function isToBeEntered(notebookId: string): boolean {
  return made.delete(notebookId);
}
