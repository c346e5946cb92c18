import {
  GromaError,
  parseEarthEngineAddress,
  type Dataset,
  type EarthEngineImages as WantedImages,
} from '@groma/model';
import { readCatalogue } from '../catalogue.ts';
import type { EarthEngineClient, MapLook, PixelGrid } from './earth-engine-client.ts';
import { mostPixelBytes } from './earth-engine-client.ts';
import { imageCount, medianImage, type CollectionWish } from './image-expression.ts';

/** Tiles of a map can be had for some hours; a new one is asked for well before. */
const mapMs = 3_600_000;
const mostMaps = 200;
/** Bytes of a value: Earth Engine may give doubles. */
const valueBytes = 8;
const metresPerDegree = 111_320;

/** A part of the Earth in pixels of so many metres. */
export interface DownloadWish extends WantedImages {
  box: readonly [west: number, south: number, east: number, north: number];
  /** Metres of a pixel. */
  scale: number;
  bands: readonly string[];
}

/** Images of data sets that Earth Engine has: the median over some days, as tiles and as files. */
export class EarthEngineImages {
  readonly #client: EarthEngineClient | null;
  readonly #maps = new Map<string, { name: Promise<string>; until: number }>();

  /** @param client null where this server has no account */
  constructor(client: EarthEngineClient | null) {
    this.#client = client;
  }

  get isThere(): boolean {
    return this.#client !== null;
  }

  /**
   * A tile of what a raster layer shows, as PNG.
   * @throws GromaError BAD_INPUT, NOT_FOUND, EARTH_ENGINE_NOT_SET, EARTH_ENGINE_FAILED
   */
  async tile(address: string, place: { z: number; x: number; y: number }, signal: AbortSignal): Promise<Uint8Array> {
    const client = this.#need();
    const wanted = parseEarthEngineAddress(address);
    if (!wanted) throw new GromaError('BAD_INPUT', { detail: `url: “${address}” names no images of Earth Engine.` });
    const known = this.#maps.get(address);
    const map = known && known.until > Date.now() ? known : this.#make(client, address, wanted);
    return client.tile(await map.name, place, signal);
  }

  /** What will be fetched. @throws GromaError EARTH_ENGINE_NOT_SET, EARTH_ENGINE_NO_IMAGES, BAD_INPUT */
  async check(wanted: DownloadWish, signal: AbortSignal): Promise<void> {
    const { entry, collection } = await this.#collectionOf(wanted);
    const missing = wanted.bands.find((band) => !entry.bands.some(({ name }) => name === band));
    if (missing !== undefined)
      throw new GromaError('BAD_INPUT', { detail: `bands: ${entry.name} has no band “${missing}”.` });
    gridOf(wanted);
    const count = await this.#need().compute(imageCount({ ...collection, box: wanted.box }), signal);
    if (count === 0) throw new GromaError('EARTH_ENGINE_NO_IMAGES', { name: entry.name });
  }

  /** The median of bands as a GeoTIFF in degrees. @throws as `check`; EARTH_ENGINE_FAILED */
  async download(wanted: DownloadWish, signal: AbortSignal): Promise<Uint8Array> {
    const { collection } = await this.#collectionOf(wanted);
    const expression = medianImage({ ...collection, box: wanted.box }, wanted.bands);
    return this.#need().pixels(expression, gridOf(wanted), wanted.bands, signal);
  }

  #make(client: EarthEngineClient, address: string, wanted: WantedImages): { name: Promise<string>; until: number } {
    const made = { name: this.#mapOf(client, wanted), until: Date.now() + mapMs };
    made.name.catch(() => {
      if (this.#maps.get(address) === made) this.#maps.delete(address);
    });
    this.#maps.delete(address);
    this.#maps.set(address, made);
    const [oldest] = this.#maps.keys();
    if (this.#maps.size > mostMaps && oldest !== undefined) this.#maps.delete(oldest);
    return made;
  }

  /** It is made for all who ask meanwhile, so that nobody’s going ends it. */
  async #mapOf(client: EarthEngineClient, wanted: WantedImages): Promise<string> {
    const { entry, collection } = await this.#collectionOf(wanted);
    const { bands, look } = lookOf(entry);
    return client.makeMap(medianImage(collection, bands), look, AbortSignal.timeout(120_000));
  }

  async #collectionOf({ datasetId, from, to }: WantedImages): Promise<{ entry: Dataset; collection: CollectionWish }> {
    const entry = (await readCatalogue()).find(({ id }) => id === datasetId);
    const access = entry?.access.find((each) => 'earthEngine' in each);
    if (!entry || !access || !('earthEngine' in access)) throw new GromaError('NOT_FOUND', { noun: 'data set' });
    return { entry, collection: { asset: access.earthEngine, from, to } };
  }

  /** @throws GromaError EARTH_ENGINE_NOT_SET */
  #need(): EarthEngineClient {
    if (!this.#client) throw new GromaError('EARTH_ENGINE_NOT_SET');
    return this.#client;
  }
}

/** Which bands are shown and how, as the entry says; its first band in grey where it says nothing. */
function lookOf({ visual, bands }: Dataset): { bands: readonly string[]; look: MapLook } {
  const shown = visual?.looks[visual.band];
  if (!visual || !shown) return { bands: [bands[0]!.name], look: { ranges: [] } };
  const { min, max, palette, gamma, bands: ofPicture } = shown;
  return {
    bands: ofPicture ?? [visual.band],
    look: {
      ranges: [{ min, max }],
      ...(palette && !ofPicture && { paletteColors: palette.map((colour) => colour.slice(1)) }),
      ...(gamma !== undefined && { gamma: { value: gamma } }),
    },
  };
}

/** Square pixels of degrees that are so many metres from south to north. @throws GromaError BAD_INPUT */
function gridOf({ box: [west, south, east, north], scale, bands }: DownloadWish): PixelGrid {
  const side = scale / metresPerDegree;
  const [width, height] = [Math.ceil((east - west) / side), Math.ceil((north - south) / side)];
  if (!(width > 0 && height > 0)) throw new GromaError('BAD_INPUT', { detail: 'box: it has no area.' });
  const bytes = width * height * bands.length * valueBytes;
  if (bytes > mostPixelBytes) {
    const least = Math.ceil(scale * Math.sqrt(bytes / mostPixelBytes));
    throw new GromaError('BAD_INPUT', {
      detail: `scale: Earth Engine gives at most 48 MB at once. Choose pixels of ${least} metres or more, a smaller area, or fewer bands.`,
    });
  }
  return {
    dimensions: { width, height },
    affineTransform: { scaleX: side, shearX: 0, translateX: west, shearY: 0, scaleY: -side, translateY: north },
    crsCode: 'EPSG:4326',
  };
}
