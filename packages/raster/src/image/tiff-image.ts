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
export interface BlockAccess { source: ByteSource; decoders: Decoders; cache: BlockCache }

/** A rectangle of pixels. */
export interface PixelWindow { x: number; y: number; width: number; height: number }

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

  /** Blocks that are in memory at once while a window is read: a pixel may have thousands of samples of which one is wanted. */
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

  /** Numbers of the blocks that hold a window of some bands, by rows; those of planar bands lie behind each other. @throws RasterError TOO_LARGE */
  blocksOf({ x, y, width, height }: PixelWindow, bands: readonly number[]): number[] {
    const { blockWidth, blockHeight, blocksAcross, blocksDown, isPlanar } = this.layout;
    const blocks: number[] = [];
    const [across, down] = [Math.ceil(width / blockWidth) + 1, Math.ceil(height / blockHeight) + 1];
    if (across * down * (isPlanar ? bands.length : 1) > mostBlocks) throw new RasterError('TOO_LARGE', 'It is stored in too many small blocks. Convert it to a Cloud Optimized GeoTIFF.');
    for (const plane of isPlanar ? bands : [0]) {
      for (let row = Math.floor(y / blockHeight); row * blockHeight < y + height; row += 1) {
        for (let column = Math.floor(x / blockWidth); column * blockWidth < x + width; column += 1) blocks.push((plane * blocksDown + row) * blocksAcross + column);
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
   * Decoded blocks by their numbers; null where the file leaves a block out, which means nodata.
   * @throws RasterError DAMAGED, UNSUPPORTED; the reason of `signal` when it is aborted
   */
  async blocks(numbers: readonly number[], signal?: AbortSignal): Promise<Map<number, Samples | null>> {
    const { cache } = this.#access;
    const found = new Map<number, Samples | null>();
    const waiting: Promise<void>[] = [];
    const missing: number[] = [];
    for (const block of numbers) {
      const known = cache.get(this.#keyOf(block));
      if (known !== undefined) found.set(block, known);
      else {
        const fetched = cache.waiting(this.#keyOf(block));
        if (fetched) waiting.push(fetched.then((samples) => { found.set(block, samples); }));
        else missing.push(block);
      }
    }
    await Promise.all([...waiting, this.#fetch(missing, found, signal)]);
    signal?.throwIfAborted();
    return found;
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

  async #fetch(blocks: readonly number[], found: Map<number, Samples | null>, signal?: AbortSignal): Promise<void> {
    const places = await Promise.all(blocks.map((block) => this.#placeOf(block)));
    const stored = blocks.filter((_, index) => places[index] !== null);
    for (const [index, block] of blocks.entries()) if (places[index] === null) found.set(block, await this.#access.cache.fetch(this.#keyOf(block), Promise.resolve(null)));
    const packed = await readRanges(this.#access.source, places.filter((place) => place !== null), signal);
    await Promise.all(stored.map(async (block, index) => {
      signal?.throwIfAborted();
      const decoded = decodeBlock(this.layout, packed[index]!, this.rowsOf(block), this.#access.decoders);
      found.set(block, await this.#access.cache.fetch(this.#keyOf(block), decoded));
    }));
  }

  async #placeOf(block: number): Promise<ByteRange | null> {
    const [offsets, counts] = this.layout.isTiled ? [tag.tileOffsets, tag.tileByteCounts] : [tag.stripOffsets, tag.stripByteCounts];
    const [offset, length] = await Promise.all([this.#directory.valueAt(offsets, block), this.#directory.valueAt(counts, block)]);
    if (offset === 0 || length === 0) return null;
    if (length > mostPackedBytes || offset + length > this.#access.source.size) throw new RasterError('DAMAGED', 'A block lies behind the end of the file: it is cut off.');
    return { offset, length };
  }

  #keyOf(block: number): string {
    return `${this.#key}/${block}`;
  }
}
