import { RasterError } from '../raster-error.ts';
import type { Decoders } from '../codec/decoder.ts';
import type { ByteRange, ByteSource } from '../source/byte-source.ts';
import { readRanges } from '../source/read-ranges.ts';
import type { Directory } from '../tiff/directory.ts';
import { tag } from '../tiff/tag-table.ts';
import type { BlockCache } from './block-cache.ts';
import type { ByteGate } from './byte-gate.ts';
import { decodeBlock } from './decode-block.ts';
import type { ImageLayout } from './image-layout.ts';
import { sampleBytes, type Samples } from './sample-type.ts';

/** Bytes of a packed block; more is a list of sizes that was tampered with. */
const mostPackedBytes = 1024 * 1024 * 1024;

/** Part of the memory for reading that blocks of a window take. */
const blockShare = 1 / 4;
/** Blocks of one window; more are the sign of a file that was made to be slow. */
const mostBlocks = 500_000;

/** What reading blocks takes: where the bytes come from, what can be decoded, and what is kept. */
export interface BlockAccess {
  source: ByteSource;
  decoders: Decoders;
  cache: BlockCache;
}

/** A rectangle of pixels. */
export interface PixelWindow {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** One image of a file: the raster itself, an overview or a mask. */
export class TiffImage {
  readonly layout: ImageLayout;
  readonly #directory: Directory;
  readonly #access: BlockAccess;
  readonly #key: string;

  /** @param index its place among the directories of the file */
  constructor(layout: ImageLayout, directory: Directory, index: number, access: BlockAccess) {
    this.layout = layout;
    this.#directory = directory;
    this.#access = access;
    this.#key = `${access.source.id}#${index}`;
  }

  /** Bytes of a decoded block. */
  get blockBytes(): number {
    const { blockWidth, blockHeight, isPlanar, samples, type } = this.layout;
    return blockWidth * blockHeight * (isPlanar ? 1 : samples) * sampleBytes[type];
  }

  /**
   * Blocks that are in memory at once while a window is read: a pixel may have thousands of samples of which one is
   * wanted.
   */
  get blocksAtOnce(): number {
    return Math.max(1, Math.floor((this.work.capacity * blockShare) / this.blockBytes));
  }

  /** What reading takes up goes through it. */
  get work(): ByteGate {
    return this.#access.cache.work;
  }

  /** What pictures take up until they are sent goes through it. */
  get pictures(): ByteGate {
    return this.#access.cache.pictures;
  }

  /**
   * Numbers of the blocks that hold a window of some bands, by rows; those of planar bands lie behind each other.
   * @throws RasterError TOO_LARGE
   */
  blocksOf({ x, y, width, height }: PixelWindow, bands: readonly number[]): number[] {
    const { blockWidth, blockHeight, blocksAcross, blocksDown, isPlanar } = this.layout;
    const blocks: number[] = [];
    const [across, down] = [Math.ceil(width / blockWidth) + 1, Math.ceil(height / blockHeight) + 1];
    if (across * down * (isPlanar ? bands.length : 1) > mostBlocks)
      throw new RasterError(
        'TOO_LARGE',
        'It is stored in too many small blocks. Convert it to a Cloud Optimized GeoTIFF.',
      );
    for (const plane of isPlanar ? bands : [0]) {
      for (let row = Math.floor(y / blockHeight); row * blockHeight < y + height; row += 1) {
        for (let column = Math.floor(x / blockWidth); column * blockWidth < x + width; column += 1)
          blocks.push((plane * blocksDown + row) * blocksAcross + column);
      }
    }
    return blocks;
  }

  /** Rows of a block that lie in the image: tiles are always whole, the last strip is not. */
  rowsOf(block: number): number {
    const { isTiled, blockHeight, blocksAcross, blocksDown, height } = this.layout;
    if (isTiled) return blockHeight;
    return Math.min(blockHeight, height - (Math.floor(block / blocksAcross) % blocksDown) * blockHeight);
  }

  /**
   * Hands decoded blocks by their numbers to `onBlocks`; null where the file leaves a block out, which means nodata.
   * They are there until that returns.
   * @throws RasterError DAMAGED, UNSUPPORTED; the reason of `signal` when it is aborted
   */
  async useBlocks(
    numbers: readonly number[],
    onBlocks: (blocks: ReadonlyMap<number, Samples | null>) => void,
    signal?: AbortSignal,
  ): Promise<void> {
    const { cache } = this.#access;
    const taken = new Map<number, Samples | null | Promise<Samples | null>>();
    const missing: number[] = [];
    for (const block of numbers) {
      const found = this.#takeKnown(block);
      if (found === undefined) missing.push(block);
      else taken.set(block, found);
    }
    try {
      await this.#fetch(missing, taken, signal);
      const found = await Promise.all([...taken].map(async ([block, samples]) => [block, await samples] as const));
      signal?.throwIfAborted();
      onBlocks(new Map(found));
    } finally {
      for (const samples of taken.values()) {
        if (samples instanceof Promise)
          samples.then(
            (block) => {
              cache.giveBack(block);
            },
            () => undefined,
          );
        else cache.giveBack(samples);
      }
    }
  }

  /** Where the first stored block lies in the file; null when none is stored. Only the first thousand are looked at. */
  async firstByte(): Promise<number | null> {
    const { blocksAcross, blocksDown } = this.layout;
    for (let block = 0; block < Math.min(1_000, blocksAcross * blocksDown); block += 1) {
      // oxlint-disable-next-line no-await-in-loop
      const place = await this.#placeOf(block);
      if (place) return place.offset;
    }
    return null;
  }

  /** Begins to read and decode blocks. What begins is taken, also where another fails. */
  async #fetch(
    blocks: readonly number[],
    taken: Map<number, Samples | null | Promise<Samples | null>>,
    signal?: AbortSignal,
  ): Promise<void> {
    const { cache, source, decoders } = this.#access;
    const places = await Promise.all(blocks.map((block) => this.#placeOf(block)));
    const stored = blocks.filter((_, index) => places[index] !== null);
    for (const [index, block] of blocks.entries())
      if (places[index] === null) taken.set(block, cache.takeNew(this.#keyOf(block), Promise.resolve(null)));
    const packed = await readRanges(
      source,
      places.filter((place) => place !== null),
      signal,
    );
    signal?.throwIfAborted();
    for (const [index, block] of stored.entries()) {
      // Another may have come with it while this one was read.
      taken.set(
        block,
        this.#takeKnown(block) ??
          cache.takeNew(this.#keyOf(block), decodeBlock(this.layout, packed[index]!, this.rowsOf(block), decoders)),
      );
    }
  }

  /** Takes a block that is in the cache or on its way there. */
  #takeKnown(block: number): Samples | null | Promise<Samples | null> | undefined {
    const known = this.#access.cache.take(this.#keyOf(block));
    return known === undefined ? this.#access.cache.takeComing(this.#keyOf(block)) : known;
  }

  async #placeOf(block: number): Promise<ByteRange | null> {
    const [offsets, counts] = this.layout.isTiled
      ? [tag.tileOffsets, tag.tileByteCounts]
      : [tag.stripOffsets, tag.stripByteCounts];
    const [offset, length] = await Promise.all([
      this.#directory.valueAt(offsets, block),
      this.#directory.valueAt(counts, block),
    ]);
    if (offset === 0 || length === 0) return null;
    const needed = this.layout.compression === 1 ? Math.min(length, this.blockBytes) : length;
    if (needed > mostPackedBytes || offset + needed > this.#access.source.size)
      throw new RasterError('DAMAGED', 'A block lies behind the end of the file: it is cut off.');
    return { offset, length: needed };
  }

  #keyOf(block: number): string {
    return `${this.#key}/${block}`;
  }
}
