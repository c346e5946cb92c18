/**
 * What an editor asks of a kernel: how code may go on at a place, or what the name there is; or what a grid asks of a
 * data frame that an output shows. `cursor` counts UTF-16 units. `seconds`: how long the answer is worth waiting for.
 */
export type KernelQuestion = { seconds: number } & (
  | { kind: 'complete' | 'inspect'; code: string; cursor: number }
  | { kind: 'frame'; request: object }
);
