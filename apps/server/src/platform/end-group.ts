import type { ChildProcess } from 'node:child_process';

/**
 * Ends a program that was started with `detached`, and all of its group, at once. The program alone is not enough:
 * bubblewrap killed between making its inner process and letting it go leaves that waiting for ever, with the pipes
 * open.
 */
export function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended by itself meanwhile.
  }
}
