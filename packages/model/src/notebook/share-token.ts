/** What a link to one notebook carries: which one, and the signed proof that it may be opened. */
export interface NotebookShare {
  notebookId: string;
  signature: string;
}

/** Writes the token: base64 (RFC 4648 §4) of the notebook's id, a dot, the presigned token (SHL-062). */
export function writeShareToken({ notebookId, signature }: NotebookShare): string {
  return `${btoa(notebookId)}.${signature}`;
}

/** Reads the token; undefined when either half is empty or the first is not base64 (SHL-063). */
export function readShareToken(token: string): NotebookShare | undefined {
  const dot = token.indexOf('.');
  const [first, signature] = [token.slice(0, Math.max(0, dot)), token.slice(dot + 1)];
  if (dot < 1 || signature === '') return undefined;
  try {
    const notebookId = atob(first);
    return notebookId === '' ? undefined : { notebookId, signature };
  } catch {
    return undefined;
  }
}
