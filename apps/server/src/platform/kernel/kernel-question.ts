/**
 * What an editor asks of a kernel: how code may go on at a place, or what the name there is. `cursor` counts UTF-16
 * units. `seconds`: how long the answer is worth waiting for.
 */
export interface KernelQuestion {
  kind: 'complete' | 'inspect';
  code: string;
  cursor: number;
  seconds: number;
}
