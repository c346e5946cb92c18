import { execFile } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import { promisify } from 'node:util';
import { formatFileSize } from '@groma/model';
import { freeSpace } from '../storage/free-space.ts';

/** So much less room on the disk makes the files be counted again; counting takes a while where there are many. */
const mostUncounted = 256 * 1024 ** 2;
const leastUncounted = 8 * 1024 ** 2;
/** Whoever writes one file too many is told by an error in its code, which comes before this and loses nothing. */
const leewayBytes = 16 * 1024 ** 2;
const countPatienceMs = 60_000;

/**
 * Watches what a kernel leaves of the disk. A limit for one file says nothing of many: the files of the project are
 * counted whenever the disk has lost enough room that they could be too many, and the disk keeps its reserve.
 */
export class DiskGuard {
  readonly #folder: string;
  readonly #mostBytes: number;
  #counted: { bytes: number; free: number } | null = null;
  #atStart: number | null = null;
  #counting: Promise<void> | null = null;

  /** `mostBytes` is what the files of the folder may take together; `Infinity` where only the disk limits them. */
  constructor(folder: string, mostBytes: number) {
    this.#folder = folder;
    this.#mostBytes = mostBytes;
  }

  /**
   * A reason to end the kernel, as a phrase that follows "the kernel", or null. `unlinked`: bytes of deleted files that
   * it still has open.
   */
  async check(unlinked = 0): Promise<string | null> {
    const [room, free] = await Promise.all([freeSpace(this.#folder), freeBytes(this.#folder)]);
    this.#atStart ??= free;
    // Where the disk was full before, it is not this kernel that filled it.
    if (room === 0 && this.#atStart - free > leastUncounted) return 'died: the disk is full';
    if (this.#mostBytes === Infinity) return null;
    const written = (this.#counted?.free ?? this.#atStart) - free;
    const left = this.#mostBytes - (this.#counted?.bytes ?? 0);
    if (written >= Math.max(leastUncounted, Math.min(mostUncounted, left / 4))) {
      this.#counting ??= this.#count(free).finally(() => {
        this.#counting = null;
      });
      await this.#counting;
    }
    return this.#counted && this.#counted.bytes + unlinked > this.#mostBytes + leewayBytes
      ? `died: the files of the project take more than the ${formatFileSize(this.#mostBytes)} they may`
      : null;
  }

  async #count(free: number): Promise<void> {
    const { stdout } = await promisify(execFile)('du', ['-sb', '--', this.#folder], { timeout: countPatienceMs }).catch(
      (error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }),
    );
    const bytes = Number.parseInt(stdout, 10);
    // A file that goes while it is counted makes `du` complain, and say the sum all the same.
    if (Number.isFinite(bytes)) this.#counted = { bytes, free };
  }
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
