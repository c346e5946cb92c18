import { readFileSync } from 'node:fs';

let known: string | undefined;

/** Changes when the machine starts again: what was written before and not brought to the disk may then be lost. */
export function bootId(): string {
  known ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return known;
}
