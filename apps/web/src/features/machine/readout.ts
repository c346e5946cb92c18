import type { MachineStatus } from '@groma/model';

export type Tone = 'good' | 'waiting' | 'bad' | 'off';

const tones: Readonly<Record<MachineStatus, Tone>> = {
  Terminated: 'off',
  Succeeded: 'off',
  Pending: 'waiting',
  Running: 'waiting',
  Accessible: 'good',
  Unknown: 'waiting',
  Failed: 'bad',
};

export function toneOf(status: MachineStatus): Tone {
  return tones[status];
}

/** Time since the start as people say it: `45 s`, `12 min`, `2 h 14 min`. */
export function formatUptime(seconds: number): string {
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** GiB with at most one digit behind the point. */
export function gigabytes(value: number): string {
  return String(Number(value.toFixed(1)));
}
