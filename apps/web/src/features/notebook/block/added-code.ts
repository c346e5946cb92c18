type AddCode = (besideId: string, code: string) => void;

const open = new Map<string, AddCode>();

/** An open notebook lends the way to put code below a block of it; returns how to take it back. */
export function lendAddedCode(notebookId: string, add: AddCode): () => void {
  open.set(notebookId, add);
  return () => {
    if (open.get(notebookId) === add) open.delete(notebookId);
  };
}

/** Puts a block with code below another of an open notebook, and goes into it. */
export function addCode(notebookId: string, besideId: string, code: string): void {
  open.get(notebookId)?.(besideId, code);
}
