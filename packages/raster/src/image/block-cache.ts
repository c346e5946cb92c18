import { ByteGate } from './byte-gate.ts';
import type { Samples } from './sample-type.ts';

/** Shares of the memory that reading, and making pictures of what was read, may take. What neither takes at the moment keeps decoded blocks. */
const [workShare, pictureShare] = [1 / 2, 1 / 8];
/** What an entry takes besides its samples: a file may leave out millions of blocks. */
const entryBytes = 256;

/** Decoded blocks that were used last, as many as there is room for; a block that several wait for is decoded once. */
export class BlockCache {
  /** What reading takes up goes through it. */
  readonly work: ByteGate;
  /** What comes of it until it is sent: what reads goes through `work` while it is in here. */
  readonly pictures: ByteGate;
  readonly #allBytes: number;
  readonly #blocks = new Map<string, Samples | null>();
  readonly #waiting = new Map<string, Promise<Samples | null>>();
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

  /** The block under a key, or null for one that the file leaves out; undefined when it is not here. */
  get(key: string): Samples | null | undefined {
    const block = this.#blocks.get(key);
    if (block === undefined) return undefined;
    this.#blocks.delete(key);
    this.#blocks.set(key, block);
    return block;
  }

  /** The block under a key, on its way to the cache; undefined when nobody fetches it. */
  waiting(key: string): Promise<Samples | null> | undefined {
    return this.#waiting.get(key);
  }

  /** Keeps a block once it is there. What fails is not kept. */
  fetch(key: string, block: Promise<Samples | null>): Promise<Samples | null> {
    const kept = block.then((samples) => {
      this.#keep(key, samples);
      return samples;
    }).finally(() => this.#waiting.delete(key));
    this.#waiting.set(key, kept);
    return kept;
  }

  #keep(key: string, samples: Samples | null): void {
    const before = this.#blocks.get(key);
    if (before !== undefined) this.#bytes -= bytesOf(before);
    this.#blocks.set(key, samples);
    this.#bytes += bytesOf(samples);
    this.#makeRoom();
  }

  #makeRoom(): void {
    const room = this.#allBytes - this.work.taken - this.pictures.taken;
    for (const [oldest, block] of this.#blocks) {
      if (this.#bytes <= room) return;
      this.#blocks.delete(oldest);
      this.#bytes -= bytesOf(block);
    }
  }
}

function bytesOf(block: Samples | null): number {
  return entryBytes + (block?.byteLength ?? 0);
}
