import type { WidgetQuestion } from './widget-question.ts';

/**
 * What an editor asks of a kernel: how code may go on at a place, or what the name there is; or what a grid asks of a
 * data frame that an output shows; or what a page asks of widgets. `cursor` counts UTF-16 units. `seconds`: how long
 * the answer is worth waiting for.
 */
export type KernelQuestion = MessagedQuestion | { kind: 'widget'; question: WidgetQuestion };

/** Those that the kernel itself answers. */
export type MessagedQuestion = { seconds: number } & (
  | { kind: 'complete' | 'inspect'; code: string; cursor: number }
  | { kind: 'frame'; request: object }
);
