/**
 * One output of a code block (NBK-066). `text` and `stderr` are what the code printed: consecutive items of the same
 * kind are one running text and may be joined. `text/plain` is the value of the last expression, or a displayed value
 * that has no richer form. Texts may hold ANSI colour sequences; `data` is base64; sizes are CSS pixels.
 */
export type NotebookOutput =
  | { kind: 'text'; text: string }
  | { kind: 'stderr'; text: string }
  | { kind: 'traceback'; name: string; message: string; text: string }
  | { kind: 'image/png'; data: string; width?: number; height?: number }
  | { kind: 'text/html'; html: string; text?: string }
  | { kind: 'text/plain'; text: string };

/** The kinds of output, for tables and checks. */
export const notebookOutputKinds = ['text', 'stderr', 'traceback', 'image/png', 'text/html', 'text/plain'] as const satisfies
  readonly NotebookOutput['kind'][];
