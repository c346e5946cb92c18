import type { ReactNode } from 'react';
import type { ConfirmOptions } from './confirm-options.ts';
import { loadOverlays } from './overlay-parts.ts';
import { changeOverlays, type Question } from './overlay-store.ts';

/** Long enough for the closing motion (120 ms) to end before the dialog is unmounted. */
const closingMs = 250;
let lastKey = 0;

/** Asks once, naming the thing. True when confirmed; false on Cancel, Escape or a press outside. */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  return ask(options);
}

export interface StatusDialogOptions {
  /** What happened, and to what. */
  title: string;
  /** More about it: for an error, what to do next. */
  body?: ReactNode;
  closeLabel?: string;
}

function tell(status: 'success' | 'error', { title, body, closeLabel }: StatusDialogOptions): Promise<void> {
  return ask({ title, body, ...(closeLabel !== undefined && { confirmLabel: closeLabel }) }, status).then(
    () => undefined,
  );
}

/** What must be read before going on, as a toast need not be (SHL-099). Settles when the person has closed it. */
export const statusDialog = {
  success: (options: StatusDialogOptions) => tell('success', options),
  error: (options: StatusDialogOptions) => tell('error', options),
};

function ask(options: ConfirmOptions, status?: Question['status']): Promise<boolean> {
  loadOverlays().catch(() => undefined);
  return new Promise((resolve) => {
    lastKey += 1;
    const key = lastKey;
    const answer = (value: boolean) => {
      resolve(value);
      changeOverlays(({ questions }) => ({
        questions: questions.map((question) => (question.key === key ? { ...question, isOpen: false } : question)),
      }));
      setTimeout(
        () => changeOverlays(({ questions }) => ({ questions: questions.filter((question) => question.key !== key) })),
        closingMs,
      );
    };
    const question: Question = { ...options, ...(status && { status }), key, isOpen: true, answer };
    changeOverlays(({ questions }) => ({ questions: [...questions, question] }));
  });
}
