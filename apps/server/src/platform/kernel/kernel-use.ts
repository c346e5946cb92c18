import { existsSync, readdirSync, readFileSync, statfsSync } from 'node:fs';
import { nothingHeld, readHeldFiles, type HeldFiles } from './held-files.ts';
import { parseStat, readProcessUse } from './process-tree.ts';

/**
 * What a kernel uses of its machine. Memory in bytes: `residentBytes` of its processes, where shared pages count for
 * each of them, and `temporaryBytes` of its files in memory (/tmp, /dev/shm and `memfd_create`). Processor time in
 * seconds, of the processes that live.
 */
export interface KernelUse {
  processes: number;
  residentBytes: number;
  temporaryBytes: number;
  cpuSeconds: number;
}

export const noUse: Readonly<KernelUse> = { processes: 0, residentBytes: 0, temporaryBytes: 0, cpuSeconds: 0 };

/** What the sandbox of a kernel has: a file that no other place has, and folders in memory. */
const ofKernels = { inside: '/run/kernel/connection.json', memoryFolders: ['/tmp', '/dev/shm'] };

/**
 * Reads what the processes of one sandbox use by the sandbox's own /proc, which holds no others. Reading is
 * synchronous: on a computer that a fork bomb keeps busy each wait would cost a turn behind all its processes.
 */
export class SandboxView {
  readonly #outerId: number;
  readonly #inside: string;
  readonly #memoryFolders: readonly string[];
  #root: string | null = null;
  #held: HeldFiles = nothingHeld;
  #heldIsGoodUntil = 0;

  /** @param outerId the process that waits for the sandbox from outside */
  constructor(outerId: number, { inside, memoryFolders }: Readonly<typeof ofKernels> = ofKernels) {
    this.#outerId = outerId;
    this.#inside = inside;
    this.#memoryFolders = memoryFolders;
  }

  /** Where the sandbox's files are seen, or null while it is being made, has ended, or may not be looked into. */
  get root(): string | null {
    this.#root ??= this.#find();
    return this.#root;
  }

  /** What its processes held by their descriptors when it was last read. */
  get held(): HeldFiles {
    return this.#held;
  }

  /** Null where it cannot be seen. Beyond `most` processes only their number is read. */
  read(most: number): KernelUse | null {
    try {
      const { root } = this;
      if (root === null) return null;
      const ids = readdirSync(`${root}/proc`).filter((name) => /^\d+$/.test(name));
      const use = {
        ...noUse,
        processes: ids.length,
        temporaryBytes: this.#memoryFolders.reduce((sum, folder) => sum + usedBytes(root + folder), 0),
      };
      if (ids.length > most) return use;
      for (const id of ids) {
        const stat = parseStat(readIfThere(`${root}/proc/${id}/stat`));
        use.residentBytes += stat?.residentBytes ?? 0;
        use.cpuSeconds += stat?.cpuSeconds ?? 0;
      }
      use.temporaryBytes += this.#readHeld(root, ids).memoryBytes;
      return use;
    } catch {
      // It has ended meanwhile.
      return null;
    }
  }

  /** Where there are very many descriptors they are looked through less often, in a twentieth of the time at most. */
  #readHeld(root: string, ids: readonly string[]): HeldFiles {
    const begin = performance.now();
    if (begin < this.#heldIsGoodUntil) return this.#held;
    this.#held = readHeldFiles(
      `${root}/proc`,
      ids,
      this.#memoryFolders.map((folder) => root + folder),
    );
    const end = performance.now();
    this.#heldIsGoodUntil = end + 20 * (end - begin);
    return this.#held;
  }

  /** The child of bubblewrap's outer process, once its root is the sandbox and no longer this computer's. */
  #find(): string | null {
    const children = readIfThere(`/proc/${this.#outerId}/task/${this.#outerId}/children`).split(' ').filter(Boolean);
    return children.map((id) => `/proc/${id}/root`).find((root) => existsSync(root + this.#inside)) ?? null;
  }
}

/** What a kernel without a sandbox, or in one that cannot be looked into, uses: by its tree of processes. */
export async function readTreeUse(processId: number, most: number): Promise<KernelUse> {
  const { processIds, residentBytes, cpuSeconds } = await readProcessUse(processId, most);
  return { processes: processIds.length, residentBytes, temporaryBytes: 0, cpuSeconds };
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function usedBytes(folder: string): number {
  const { blocks, bfree, bsize } = statfsSync(folder);
  return (blocks - bfree) * bsize;
}
