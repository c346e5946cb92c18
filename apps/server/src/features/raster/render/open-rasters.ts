import { open } from 'node:fs/promises';
import { BlockCache, openRaster, turnedProjection, type ByteSource } from '@groma/raster';
import { createOutbound } from '../../../platform/outbound/outbound.ts';
import { compositeRaster } from '../composite/composite-raster.ts';
import { nativeDecoders } from '../codec/native-decoders.ts';
import { garbageCollector } from '../pool/collect-garbage.ts';
import type { RasterSource } from '../pool/raster-task.ts';
import { findSystem, systemBy } from '../source/find-system.ts';
import { openFile } from '../source/file-source.ts';
import { openAddress } from '../../../platform/outbound/address-source.ts';
import { joinBands } from './joined-bands.ts';
import type { OpenRaster } from './open-raster.ts';
import { SharedWork } from '../../../platform/jobs/shared-work.ts';

interface Held extends OpenRaster {
  close(): Promise<void>;
}

/** Files that are open at once; the one that was used longest ago is closed for another. */
const usuallyOpen = 128;

/** Rasters that this thread has open, and the decoded blocks of all of them. */
export class OpenRasters {
  readonly #cache: BlockCache;
  readonly #outbound: ReturnType<typeof createOutbound>;
  readonly #open = new Map<string, SharedWork<Held>>();
  readonly #mostOpen: number;

  constructor(cacheBytes: number, outboundAllowed: readonly string[], mostOpen = usuallyOpen) {
    this.#mostOpen = mostOpen;
    this.#cache = new BlockCache(cacheBytes, garbageCollector(cacheBytes));
    this.#outbound = createOutbound(outboundAllowed);
  }

  /**
   * A raster that several ask for is opened once, until the last of them goes.
   * @throws RasterError, GromaError OUTBOUND_REFUSED; the reason of `signal`
   */
  async open(source: RasterSource, signal: AbortSignal): Promise<OpenRaster> {
    const { parts, composite, ...first } = source;
    if (composite)
      return compositeRaster(composite, await Promise.all(composite.files.map((each) => this.#openOne(each, signal))));
    if (!parts) return this.#openOne(source, signal);
    return joinBands(await Promise.all([first, ...parts].map((each) => this.#openOne(each, signal))));
  }

  async #openOne(source: RasterSource, signal: AbortSignal): Promise<OpenRaster> {
    const known = this.#open.get(source.id);
    if (known && !known.isGivenUp) {
      this.#open.delete(source.id);
      this.#open.set(source.id, known);
      return known.wait(signal);
    }
    const opening = new SharedWork((abort) => this.#read(source, abort));
    this.#open.delete(source.id);
    this.#open.set(source.id, opening);
    opening.result.catch(() => {
      if (this.#open.get(source.id) === opening) this.#open.delete(source.id);
    });
    const [oldest] = this.#open;
    if (this.#open.size > this.#mostOpen && oldest) {
      this.#open.delete(oldest[0]);
      void oldest[1].result.then(
        (raster) => raster.close(),
        () => undefined,
      );
    }
    return opening.wait(signal);
  }

  async #read(wanted: RasterSource, signal: AbortSignal): Promise<Held> {
    const { source, close } = wanted.version
      ? openAddress(wanted.path, wanted.version, wanted.id, this.#outbound)
      : await openFile(await open(wanted.path, 'r'), wanted.id);
    try {
      // What is read for all has no signal of its own.
      const read: ByteSource['read'] = (offset, length, abort) => source.read(offset, length, abort ?? signal);
      const file = await openRaster({ source: { ...source, read }, decoders: nativeDecoders, cache: this.#cache });
      const said = file.crs && file.transform ? await findSystem(file.crs) : null;
      const found =
        said ?? (wanted.assumedCrs !== undefined && file.transform ? await systemBy(wanted.assumedCrs) : null);
      const system = found && { ...found, projection: turnedProjection(found.projection, file) };
      signal.throwIfAborted();
      return { file, system, source, name: wanted.name, close };
    } catch (error) {
      await close();
      throw error;
    }
  }
}
