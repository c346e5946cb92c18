import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir, rmdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { controllerTrees, type ControllerTree } from './controller-trees.ts';
import { foldersLeftBehind } from './run-folder.ts';

/** Control groups of Linux that hold one kernel, inside those of its machine. */
export interface ControlGroup {
  /** Who writes its process id into these is a member, with all that it starts. */
  joinFiles: string[];
  /** Whether Linux has ended a process of the kernel because its machine had no memory left. */
  hasRunOut(): boolean;
  /** Removes the groups once their members have ended. */
  remove(): Promise<void>;
}

/** `machine` names the machine: its kernels share `memoryBytes`. `tasks`: processes and threads of this kernel. */
interface GroupLimits {
  machine: string;
  memoryBytes: number;
  tasks: number;
}

/** What is watched has said so by then: the watch knows whose fault it is, Linux ends the largest process. */
const leastReserve = 64 * 1024 ** 2;
const shareOfReserve = 1 / 16;
const kernelsOf = new Map<string, number>();
let sweeping: Promise<void> | null = null;

/**
 * Makes the groups of a kernel, or null where this user may make none. They act at once, whatever keeps the computer
 * busy, count all memory, and bind root as well, which Linux exempts from the limit of processes that others have
 * (`prlimit`).
 *
 * @param runFolder the kernel's own folder, whose name its groups get
 */
export async function createControlGroup(
  runFolder: string,
  limits: GroupLimits,
  trees: readonly ControllerTree[] = controllerTrees(),
): Promise<ControlGroup | null> {
  sweeping ??= sweep(trees);
  await sweeping;
  const made = trees.flatMap((tree) => makeGroup(tree, basename(runFolder), limits) ?? []);
  if (made.length === 0) return null;
  return {
    joinFiles: made.map(({ kernel }) => join(kernel, 'cgroup.procs')),
    hasRunOut: () => made.some(({ tree, kernel }) => timesOutOfMemory(tree, kernel) > 0),
    remove: async () => {
      await Promise.all(made.map(({ machine, kernel }) => removeGroup(machine, kernel)));
    },
  };
}

/** Everything happens at once, so that no removal of the machine's folder comes in between. */
function makeGroup(
  tree: ControllerTree,
  name: string,
  { machine: key, memoryBytes, tasks }: GroupLimits,
): { tree: ControllerTree; machine: string; kernel: string } | null {
  const machine = join(tree.folder, `groma-kernel-${process.pid}-of-${key.replaceAll(/\W/g, '-')}`);
  const kernel = join(machine, name);
  try {
    mkdirSync(machine, { recursive: true });
    if (tree.version === 2)
      writeFileSync(join(machine, 'cgroup.subtree_control'), tree.controllers.map((each) => `+${each}`).join(' '));
    if (tree.controllers.includes('memory'))
      limitMemory(tree, machine, memoryBytes + Math.max(leastReserve, Math.ceil(memoryBytes * shareOfReserve)));
    mkdirSync(kernel);
    if (tree.controllers.includes('pids')) writeFileSync(join(kernel, 'pids.max'), String(tasks));
    // What is left of a kernel whose interpreter is gone is of no use.
    if (tree.version === 2 && tree.controllers.includes('memory')) writeFileSync(join(kernel, 'memory.oom.group'), '1');
    kernelsOf.set(machine, (kernelsOf.get(machine) ?? 0) + 1);
    return { tree, machine, kernel };
  } catch {
    void removeFolder(kernel).then(() => removeFolder(machine));
    return null;
  }
}

function limitMemory(tree: ControllerTree, machine: string, bytes: number): void {
  writeFileSync(join(machine, tree.version === 2 ? 'memory.max' : 'memory.limit_in_bytes'), String(bytes));
  if (tree.version === 1) return;
  try {
    writeFileSync(join(machine, 'memory.swap.max'), '0');
  } catch {
    // Linux was built without swap.
  }
}

/** Linux counts for the group of the process that it ended. */
function timesOutOfMemory({ version, controllers }: ControllerTree, kernel: string): number {
  if (!controllers.includes('memory')) return 0;
  try {
    return Number(
      /^oom_kill (\d+)/m.exec(
        readFileSync(join(kernel, version === 2 ? 'memory.events' : 'memory.oom_control'), 'utf8'),
      )?.[1] ?? 0,
    );
  } catch {
    return 0;
  }
}

async function removeGroup(machine: string, kernel: string): Promise<void> {
  await removeFolder(kernel);
  const left = (kernelsOf.get(machine) ?? 1) - 1;
  kernelsOf.set(machine, left);
  if (left > 0) return;
  kernelsOf.delete(machine);
  await rmdir(machine).catch(() => undefined);
}

async function removeFolder(folder: string): Promise<void> {
  for (let turn = 0; turn < 40; turn += 1) {
    const code = await rmdir(folder).then(
      () => null,
      (error: NodeJS.ErrnoException) => error.code,
    );
    if (code !== 'EBUSY') return;
    await sleep(50);
  }
}

/** Removes the groups of servers that were killed. */
async function sweep(trees: readonly ControllerTree[]): Promise<void> {
  for (const { folder } of trees) {
    for (const left of await foldersLeftBehind(folder)) {
      for (const name of await readdir(left).catch(() => [])) await rmdir(join(left, name)).catch(() => undefined);
      await rmdir(left).catch(() => undefined);
    }
  }
}
