import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** Name of this process as a holder of operations: no other process has had it or will. */
export function runnerName(): string {
  return [hostname(), process.pid, startOf(process.pid) ?? ''].join(' ');
}

/** Whether a holder ran on this computer and does no more. Of one on another computer nothing is known. */
export function isGone(name: string): boolean {
  const [host, pid, start] = name.split(' ');
  return host === hostname() && startOf(Number(pid)) !== start;
}

/** When a process was started, in ticks since the computer was; undefined for one that does not run (proc(5), field 22). */
function startOf(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, ...fields] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' || state === 'X' ? undefined : fields[18];
  } catch {
    return undefined;
  }
}
