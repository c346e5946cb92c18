import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { bootId } from '../storage/boot-id.ts';

/** Name of this process as a holder of operations: no other process has had it or will. */
export function runnerName(): string {
  return [...computer(), process.pid, startOf(process.pid) ?? ''].join(' ');
}

/**
 * Whether a holder ran on this computer and does no more. Nothing is known of one on another computer, of one from
 * before this computer was started, or of one in another container: the first part of its name, or its process numbers,
 * are not ours.
 */
export function isGone(name: string): boolean {
  const [host, boot, processes, pid, start] = name.split(' ');
  const here = computer();
  return [host, boot, processes].every((part, index) => part === here[index]) && startOf(Number(pid)) !== start;
}

/** Computer, its start, and the namespace that its process numbers are of (pid_namespaces(7)). */
function computer(): string[] {
  return [hostname(), bootId(), readlinkSync('/proc/self/ns/pid')];
}

/**
 * When a process was started, in ticks since the computer was; undefined for one that does not run (proc(5), field 22).
 */
function startOf(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, ...fields] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' || state === 'X' ? undefined : fields[18];
  } catch {
    return undefined;
  }
}
