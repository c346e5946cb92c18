import type { ReactNode } from 'react';
import { loadOverlays } from './overlay-parts.ts';
import { changeOverlays, type Question } from './overlay-store.ts';

export interface ConfirmOptions {
  /** Names the thing: `Delete “Gauges”?` */
  title: string;
  /** What will happen. */
  body?: ReactNode;
  /** The verb of the action. */
  confirmLabel?: string;
  cancelLabel?: string;
  /** Draws the action as dangerous. */
  danger?: boolean;
}

/** Long enough for the closing motion (120 ms) to end before the dialog is unmounted. */
const closingMs = 250;
let lastKey = 0;

/** Asks once, naming the thing. True when confirmed; false on Cancel, Escape or a press outside. */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  loadOverlays().catch(() => undefined);
  return new Promise((resolve) => {
    lastKey += 1;
    const key = lastKey;
    const answer = (value: boolean) => {
      resolve(value);
      changeOverlays(({ questions }) => ({ questions: questions.map((question) => (question.key === key ? { ...question, isOpen: false } : question)) }));
      setTimeout(() => changeOverlays(({ questions }) => ({ questions: questions.filter((question) => question.key !== key) })), closingMs);
    };
    const question: Question = { ...options, key, isOpen: true, answer };
    changeOverlays(({ questions }) => ({ questions: [...questions, question] }));
  });
}
