import type { ChildProcess } from 'node:child_process';
import { formatFileSize, GromaError } from '@groma/model';
import { endGroup } from '../../platform/end-group.ts';
import { readTreeUse, SandboxView } from '../../platform/kernel/kernel-use.ts';
import { kernelWatch, type WatchedKernel } from '../../platform/kernel/kernel-watch.ts';
import { proportionalMemory, readProcessUse } from '../../platform/kernel/process-tree.ts';

/**
 * Ends a run of pip that uses more memory, or more processes, than it may with all that it has started: control groups
 * do so at once, and cannot be made everywhere.
 *
 * @param inside a file that its sandbox alone has
 */
export function watchUse(
  child: ChildProcess,
  { memoryBytes, tasks, inside }: { memoryBytes: number; tasks: number; inside: string },
): { failure(): GromaError | null; stop(): void } {
  const { pid } = child;
  if (pid === undefined) return { failure: () => null, stop: () => undefined };
  let failure: GromaError | null = null;
  // Its /tmp is on the disk.
  const view = new SandboxView(pid, { inside, memoryFolders: [] });
  const measure = async () => view.read(tasks) ?? readTreeUse(pid, tasks + 1);
  const end = (detail: string): void => {
    failure ??= new GromaError('PACKAGE_FAILED', { detail });
    endGroup(child);
  };
  const watched: WatchedKernel = {
    machine: `pip-${pid}`,
    memoryBytes,
    async look() {
      if (child.exitCode !== null || child.signalCode !== null) return null;
      const used = await measure();
      if (used.processes > tasks) end(`it started more than ${tasks} processes.`);
      return used;
    },
    async exactMemory() {
      const [{ processIds }, { temporaryBytes }] = await Promise.all([readProcessUse(pid, tasks + 2), measure()]);
      return proportionalMemory(processIds, temporaryBytes);
    },
    end() {
      end(`it used more than ${formatFileSize(memoryBytes)} of memory.`);
    },
  };
  kernelWatch.add(watched);
  return {
    failure: () => failure,
    stop() {
      kernelWatch.remove(watched);
    },
  };
}
