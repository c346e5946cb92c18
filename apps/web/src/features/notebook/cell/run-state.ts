import type { CellState, NotebookOutput } from '@groma/model';

/** What a block shows of its run: in the gutter, at its left edge, and by which buttons it offers. */
export type RunState = 'idle' | 'queued' | 'running' | 'finished' | 'failed' | 'stopped';

/**
 * The state a block shows. Red for a traceback or anything on stderr (NBK-079), green for a completed one without
 * (NBK-080), teal while it runs, amber while it waits.
 */
export function runState(
  { status, outcome }: Pick<CellState, 'status' | 'outcome'>,
  outputs: readonly Pick<NotebookOutput, 'kind'>[],
): RunState {
  if (status === 'running' || status === 'queued') return status;
  if (outcome === 'error' || outputs.some(({ kind }) => kind === 'traceback' || kind === 'stderr')) return 'failed';
  if (status === 'completed') return 'finished';
  return outcome === 'stopped' ? 'stopped' : 'idle';
}

/** A time as people read it: `0.31 s`, `12.4 s`, `2 min 5 s`. */
export function formatTaken(milliseconds: number, locale: string): string {
  const seconds = milliseconds / 1000;
  const digits = seconds < 10 ? 2 : 1;
  if (seconds < 60)
    return `${new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(seconds)} s`;
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${whole % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
