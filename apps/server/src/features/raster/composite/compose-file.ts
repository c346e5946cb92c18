import { open } from 'node:fs/promises';
import { GromaError, type BandOfFile, type CompositeRecipe, type ProjectId } from '@groma/model';
import type { CompositeGrid, TiledType } from '@groma/raster';
import { FileChanged } from '../../../platform/outbound/address-version.ts';
import { fileVersion } from '../../../platform/origin/origin.ts';
import type { RasterSources } from '../source/raster-sources.ts';
import type { CompositeFile } from './composite-task.ts';
import { CompositeThreads } from './composite-threads.ts';
import { layOut } from './lay-out.ts';
import type { CompositeSource, PlacedFile, PlaceOfBand, RasterSource } from '../pool/raster-task.ts';
import { systemBy } from '../source/find-system.ts';
import { planGrid, projectArea } from './plan-grid.ts';

/** Scenes whose files are looked for at once. */
const lookedForAtOnce = 6;
/** Signatures of addresses end within the hour: files are looked for again after a while. */
const lookAgainMs = 20 * 60_000;
const plainTypes: readonly string[] = ['uint8', 'int8', 'uint16', 'int16', 'uint32', 'int32'];

interface Asking {
  projectId: ProjectId;
  signal: AbortSignal;
}

/** A composite that is ready to be made. */
export interface PreparedComposite {
  /** With the scenes that can be read. */
  recipe: CompositeRecipe;
  grid: CompositeGrid;
  type: TiledType;
  /** Stands for no value; null where that is NaN. */
  nodata: number | null;
  /** A number for the content of each scene of the recipe. */
  versions: number[];
  /** Scenes that cannot be read, and why. */
  left: { id: string; reason: string }[];
}

/** A composite that is drawn on a map: what it is made of, and on which pixels it is measured. */
interface DrawnComposite {
  recipe: CompositeRecipe;
  grid: CompositeGrid;
}

/** Composites that are drawn on maps, by their ids. */
export interface KnownComposites {
  /** @throws GromaError NOT_FOUND */
  find(projectId: ProjectId, id: string): Promise<DrawnComposite>;
}

/** Areas in the systems that they were needed in, of the composites that were drawn last. */
const mostKept = 64;

/** Makes images of scenes. */
export class Composites {
  readonly #sources: Pick<RasterSources, 'find'>;
  readonly #outboundAllowed: readonly string[];
  readonly #known: KnownComposites;
  readonly #place: (source: RasterSource, signal: AbortSignal) => Promise<PlacedFile>;
  readonly #threads = new WeakMap<AbortSignal, CompositeThreads>();
  readonly #areas = new Map<string, Promise<Float64Array[][][]>>();

  /** @param place what a file says of its pixels */
  constructor(
    sources: Pick<RasterSources, 'find'>,
    known: KnownComposites,
    place: (source: RasterSource, signal: AbortSignal) => Promise<PlacedFile>,
    outboundAllowed: readonly string[],
  ) {
    [this.#sources, this.#known, this.#place, this.#outboundAllowed] = [sources, known, place, outboundAllowed];
  }

  /** A composite that is drawn on a map. @throws GromaError NOT_FOUND; as its files are found */
  async find(asking: Asking, id: string): Promise<CompositeSource> {
    const { recipe, grid } = await this.#known.find(asking.projectId, id);
    const key = `${asking.projectId} ${id}`;
    const area =
      this.#areas.get(key) ??
      Promise.all(
        [grid.system, 'EPSG:3857'].map(async (system) => projectArea(recipe.area, (await systemBy(system))!)),
      );
    this.#areas.set(key, area);
    area.catch(() => this.#areas.delete(key));
    const [oldest] = this.#areas.keys();
    if (this.#areas.size > mostKept && oldest !== undefined) this.#areas.delete(oldest);
    const [clip, mercatorClip] = await area;
    return { ...(await this.#source(recipe, grid, clip!, asking)), mercatorClip: mercatorClip! };
  }

  /**
   * Looks for the files of the scenes and lays the pixels out. Scenes that cannot be read are left out.
   * @param isRaw whether values stay as they are stored, in their type where all bands have one with a value for none
   * @throws GromaError why the first scene cannot be read, where none can; DATASET_AREA_LARGE
   */
  async prepare(
    wanted: { recipe: CompositeRecipe; scale: number; isRaw: boolean },
    asking: Asking,
  ): Promise<PreparedComposite> {
    const { recipe, left, versions, files } = await this.#findScenes(wanted.recipe, asking);
    const { bands } = recipe.scenes[0]!;
    const placed = bands.map(({ url }) => files.get(url)!);
    const { grid } = await planGrid(recipe.area, wanted.scale, placed[0]!, recipe.maths ? 1 : recipe.bands.length);
    const stored = wanted.isRaw && !recipe.maths ? storedType(bands, placed) : null;
    return { recipe, grid, left, versions, type: stored?.type ?? 'float32', nodata: stored?.nodata ?? null };
  }

  /**
   * Makes the file of a composite, an uncompressed BigTIFF, in several threads.
   * @param fromRow rows of tiles that an earlier attempt has written into the file
   * @param onRow told when a further row of tiles is there
   * @throws GromaError FILE_UNREADABLE; the reason of the signal
   */
  async write(
    { recipe, grid, type, nodata }: Pick<PreparedComposite, 'recipe' | 'grid' | 'type' | 'nodata'>,
    { path, fromRow, onRow }: { path: string; fromRow: number; onRow(rows: number, all: number): Promise<void> },
    asking: Asking,
  ): Promise<void> {
    const file: CompositeFile = { path, type, nodata: nodata ?? NaN };
    const layout = layOut({ grid, bands: recipe.bands, maths: recipe.maths }, file);
    if (fromRow === 0) await begin(path, layout);
    const threads = this.#threadsOf(asking.signal);
    const clip = await projectArea(recipe.area, (await systemBy(grid.system))!);
    let [source, foundAt]: [CompositeSource | null, number] = [null, 0];
    const begun: Promise<unknown>[] = [];
    const beginRow = async (row: number): Promise<void> => {
      if (!source || performance.now() - foundAt > lookAgainMs)
        [source, foundAt] = [await this.#source(recipe, grid, clip, asking), performance.now()];
      const columns = Array.from({ length: layout.tilesAcross }, (_, column) => column);
      const tiles = Promise.all(columns.map((column) => threads.run({ source: source!, file, column, row })));
      // Whoever waits is told of the first that fails.
      tiles.catch(() => undefined);
      begun.push(tiles);
    };
    // So many rows are begun before the one that is waited for is done that no thread is idle.
    const ahead = Math.ceil((threads.size * 2) / layout.tilesAcross) + 1;
    for (let row = fromRow; row < layout.tilesDown; row++) {
      while (begun.length < Math.min(layout.tilesDown, row + ahead) - fromRow)
        // oxlint-disable-next-line no-await-in-loop
        await beginRow(fromRow + begun.length);
      // oxlint-disable-next-line no-await-in-loop
      await begun[row - fromRow];
      // oxlint-disable-next-line no-await-in-loop
      await onRow(row + 1, layout.tilesDown);
    }
  }

  /** One work may make several files, and begins its threads once. */
  #threadsOf(signal: AbortSignal): CompositeThreads {
    const threads = this.#threads.get(signal) ?? new CompositeThreads(this.#outboundAllowed, signal);
    this.#threads.set(signal, threads);
    return threads;
  }

  /** A composite as threads work on it. @throws GromaError as its files are found */
  async #source(
    recipe: CompositeRecipe,
    grid: CompositeGrid,
    clip: Float64Array[][],
    { projectId, signal }: Asking,
  ): Promise<CompositeSource> {
    const urls = [...new Set(recipe.scenes.flatMap(urlsOf))];
    const files = await inTurn(urls, (url) => this.#sources.find({ projectId, url, signal }));
    const placed = ({ url, ...band }: BandOfFile): PlaceOfBand => ({ file: urls.indexOf(url), ...band });
    return {
      files,
      scenes: recipe.scenes.map(({ bands, masks }) => ({
        bands: bands.map(placed),
        masks: masks.map(({ band, rule }) => ({ band: placed(band), rule })),
      })),
      method: recipe.method,
      bands: recipe.bands,
      maths: recipe.maths,
      averages: recipe.averages,
      clip,
      mercatorClip: [],
      grid,
    };
  }

  async #findScenes(recipe: CompositeRecipe, { projectId, signal }: Asking) {
    const files = new Map<string, PlacedFile>();
    const found = await inTurn(recipe.scenes, async (scene) => {
      try {
        const own = await Promise.all(
          urlsOf(scene).map(async (url) => {
            const file = await this.#sources.find({ projectId, url, signal });
            const placed = await this.#place(file, signal);
            if (placed.system === null || placed.pixel === 0)
              throw new GromaError('FILE_UNREADABLE', { name: file.name, detail: 'It doesn’t say where it is.' });
            files.set(url, placed);
            return file.id;
          }),
        );
        return { scene, version: fileVersion(own.join('\n')) };
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof FileChanged) return { scene, error: changes(scene.id) };
        if (!(error instanceof GromaError)) throw error;
        return { scene, error };
      }
    });
    const kept = found.flatMap((each) => (each.error ? [] : [each]));
    const refused = found.flatMap(({ scene, error }) => (error ? [{ scene, error }] : []));
    if (kept.length === 0) throw refused[0]!.error;
    return {
      files,
      recipe: { ...recipe, scenes: kept.map(({ scene }) => scene) },
      versions: kept.map(({ version }) => version!),
      left: refused.map(({ scene, error }) => ({ id: scene.id, reason: error.message })),
    };
  }
}

function urlsOf({ bands, masks }: CompositeRecipe['scenes'][number]): string[] {
  return [...new Set([...bands.map(({ url }) => url), ...masks.map(({ band }) => band.url)])];
}

function changes(name: string): GromaError {
  return new GromaError('FILE_UNREADABLE', { name, detail: 'It changes while it is read.' });
}

/** A few at once, so that no source is flooded. */
async function inTurn<From, To>(all: readonly From[], work: (each: From) => Promise<To>): Promise<To[]> {
  const done: To[] = [];
  for (let first = 0; first < all.length; first += lookedForAtOnce)
    // oxlint-disable-next-line no-await-in-loop
    done.push(...(await Promise.all(all.slice(first, first + lookedForAtOnce).map(work))));
  return done;
}

function storedType(
  bands: readonly BandOfFile[],
  described: readonly PlacedFile[],
): { type: TiledType; nodata: number } | null {
  const types = new Set(described.map(({ type }) => type));
  const nothing = new Set(described.map(({ nodata }, at) => nodata ?? bands[at]!.nodata ?? null));
  const [[type], [nodata]] = [[...types], [...nothing]];
  const isPlain = types.size === 1 && nothing.size === 1 && plainTypes.includes(type!) && typeof nodata === 'number';
  return isPlain ? { type: type as TiledType, nodata } : null;
}

async function begin(path: string, { head, bytes }: ReturnType<typeof layOut>): Promise<void> {
  const handle = await open(path, 'w');
  try {
    await handle.write(head);
    await handle.truncate(bytes);
  } finally {
    await handle.close();
  }
}
