import { mkdir, open, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';

const reserveName = '.reserve';
const pieceBytes = 64 * 1024;
const full = new Set(['ENOSPC', 'EDQUOT']);

/**
 * A file of nothing that is given up when the disk is full, so that what frees space can be done: moving something to
 * the trash needs room for a note. Whatever room is left afterwards is taken again, before others fill it.
 */
export class DiskReserve {
  readonly #root: string;
  readonly #bytes: number;
  #work: Promise<unknown> = Promise.resolve();

  constructor(root: string, bytes = 4 * 1024 * 1024) {
    this.#root = root;
    this.#bytes = bytes;
  }

  /** Takes the room, or as much of it as there is. */
  fill(): Promise<void> {
    return this.#inTurn(() => this.#fill());
  }

  /** Gives the room up, until it is filled again. */
  release(): Promise<void> {
    return this.#inTurn(() => unlink(join(this.#root, reserveName)).catch(() => undefined));
  }

  /** Does something that must not fail on a full disk: once more with the room of the reserve, when it did. */
  async with<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isFull(error)) throw error;
      return this.#inTurn(async () => {
        await unlink(join(this.#root, reserveName)).catch(() => undefined);
        return work().finally(() => this.#fill());
      });
    }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const own = this.#work.then(work);
    this.#work = own.catch(() => undefined);
    return own;
  }

  async #fill(): Promise<void> {
    await mkdir(this.#root, { recursive: true });
    const path = join(this.#root, reserveName);
    let at = await stat(path).then(
      ({ size }) => size,
      () => 0,
    );
    if (at >= this.#bytes) return;
    const handle = await open(path, 'a', 0o600).catch(() => undefined);
    if (!handle) return;
    try {
      const piece = Buffer.alloc(pieceBytes);
      while (at < this.#bytes)
        at += (await handle.write(piece, 0, Math.min(pieceBytes, this.#bytes - at))).bytesWritten;
    } catch {
      // What it has is better than nothing; the next sweep tries again.
    } finally {
      await handle.close();
    }
  }
}

function isFull(error: unknown): boolean {
  const { code = '', details } = (error ?? {}) as { code?: string; details?: unknown };
  return full.has(code) || (code === 'DISK_FULL' && details !== undefined);
}
