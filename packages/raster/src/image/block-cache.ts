import { ByteGate } from './byte-gate.ts';
import { letGo } from './let-go.ts';
import type { Samples } from './sample-type.ts';

/**
 * Shares of the memory that reading, and making pictures of what was read, may take. What neither takes at the moment
 * keeps decoded blocks.
 */
const [workShare, pictureShare] = [1 / 2, 1 / 8];
/** What an entry takes besides its samples: a file may leave out millions of blocks. */
const entryBytes = 256;

/** A block on its way, and how many wait for it. */
interface Coming {
  block: Promise<Samples | null>;
  readers: number;
}

/**
 * Decoded blocks that were used last, as many as there is room for; a block that several wait for is decoded once.
 * Whoever takes a block gives it back: the memory of one that has to go is let go when the last of them has.
 */
export class BlockCache {
  /** What reading takes up goes through it. */
  readonly work: ByteGate;
  /** What comes of it until it is sent: what reads goes through `work` while it is in here. */
  readonly pictures: ByteGate;
  readonly #allBytes: number;
  readonly #blocks = new Map<string, Samples | null>();
  readonly #coming = new Map<string, Coming>();
  /** Blocks that someone reads at the moment, and by how many; `isKept` until they had to go. */
  readonly #read = new Map<Samples, { readers: number; isKept: boolean }>();
  #bytes = 0;

  /**
   * @param bytes memory of the blocks that are kept, of what is being read and of what comes of it, together
   * @param onWork called when work has been let in, and blocks have made room for it
   */
  constructor(bytes: number, onWork: () => void = () => undefined) {
    this.#allBytes = bytes;
    const makeRoom = (): void => {
      this.#makeRoom();
      onWork();
    };
    this.pictures = new ByteGate(bytes * pictureShare, makeRoom);
    this.work = new ByteGate(bytes * workShare, makeRoom);
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Takes the block under a key, or null for one that the file leaves out; undefined when it is not here. */
  take(key: string): Samples | null | undefined {
    const block = this.#blocks.get(key);
    if (block === undefined) return undefined;
    this.#blocks.delete(key);
    this.#blocks.set(key, block);
    this.#hold(block, 1);
    return block;
  }

  /** Takes the block under a key that is on its way to the cache; undefined when nobody fetches it. */
  takeComing(key: string): Promise<Samples | null> | undefined {
    const coming = this.#coming.get(key);
    if (coming) coming.readers += 1;
    return coming?.block;
  }

  /** Takes a block that comes, and keeps it. What fails is not kept. */
  takeNew(key: string, block: Promise<Samples | null>): Promise<Samples | null> {
    // At once with it: who comes later is not counted among its readers any more.
    const arrive = (): void => {
      if (this.#coming.get(key) === coming) this.#coming.delete(key);
    };
    const coming: Coming = {
      readers: 1,
      block: block.then(
        (samples) => {
          arrive();
          this.#hold(samples, coming.readers);
          this.#keep(key, samples);
          return samples;
        },
        (error: unknown) => {
          arrive();
          throw error;
        },
      ),
    };
    this.#coming.set(key, coming);
    return coming.block;
  }

  /** Gives a block back that was taken, once for each time. */
  giveBack(block: Samples | null): void {
    const read = block && this.#read.get(block);
    if (!read) return;
    read.readers -= 1;
    if (read.readers > 0) return;
    this.#read.delete(block);
    if (!read.isKept) letGo(block);
  }

  #hold(block: Samples | null, readers: number): void {
    if (!block) return;
    const read = this.#read.get(block);
    if (read) read.readers += readers;
    else this.#read.set(block, { readers, isKept: true });
  }

  #keep(key: string, samples: Samples | null): void {
    const before = this.#blocks.get(key);
    if (before !== undefined) this.#drop(key, before);
    this.#blocks.set(key, samples);
    this.#bytes += bytesOf(samples);
    this.#makeRoom();
  }

  #drop(key: string, block: Samples | null): void {
    this.#blocks.delete(key);
    this.#bytes -= bytesOf(block);
    const read = block && this.#read.get(block);
    if (read) read.isKept = false;
    else if (block) letGo(block);
  }

  #makeRoom(): void {
    const room = this.#allBytes - this.work.taken - this.pictures.taken;
    for (const [oldest, block] of this.#blocks) {
      if (this.#bytes <= room) return;
      this.#drop(oldest, block);
    }
  }
}

function bytesOf(block: Samples | null): number {
  return entryBytes + (block?.byteLength ?? 0);
}
