import type { ChildProcess } from 'node:child_process';
import { formatFileSize } from '@groma/model';
import { endGroup } from '../../platform/end-group.ts';
import { readProcessUse } from '../../platform/kernel/process-tree.ts';

const lookMs = 500;

/**
 * Ends a program that starts more processes or uses more memory than it may, also where there are no control groups.
 * `verdict` is what it did then, as the end of a sentence about pip.
 */
export function watchProcesses(
  child: ChildProcess,
  limits: { processes: number; memoryBytes: number },
): { verdict(): string | null; stop(): void } {
  let verdict: string | null = null;
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking || child.pid === undefined || child.exitCode !== null) return;
    isLooking = true;
    // Pages that processes share count for each of them: a limit of twice as much is sure to be none of those.
    void readProcessUse(child.pid, limits.processes + 1)
      .then(({ processIds, residentBytes }) => {
        if (processIds.length > limits.processes) verdict ??= `it started more than ${limits.processes} processes.`;
        else if (residentBytes > 2 * limits.memoryBytes)
          verdict ??= `it used more than ${formatFileSize(limits.memoryBytes)} of memory.`;
        if (verdict !== null) endGroup(child);
      })
      .finally(() => {
        isLooking = false;
      });
  }, lookMs);
  return {
    verdict: () => verdict,
    stop() {
      clearInterval(timer);
    },
  };
}
