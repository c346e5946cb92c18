import {
  GromaError,
  type BandOfFile,
  type CompositeMethod,
  type CompositeRecipe,
  type Dataset,
  type DatasetBand,
  type DownloadRequest,
  type SceneOfRecipe,
} from '@groma/model';
import type { Scene, SceneAsset } from '@groma/protocol';
import { bandIndices, RasterError, sceneExpression } from '@groma/raster';

type Rule = SceneOfRecipe['masks'][number]['rule'];

/** What spoils a pixel of any picture; snow is something to be seen. */
const spoiling: ReadonlySet<string> = new Set(['cloud', 'shadow', 'cirrus', 'fill']);

/** What of an order its data set has, or has not. */
interface OrderedOfEntry {
  entry: Dataset;
  bands: readonly string[];
  /** The name of an index, or band maths. */
  maths: string | undefined;
  mask: { band: string | undefined; bit: number | undefined; value: number | undefined } | null;
}

export interface WantedRecipe extends OrderedOfEntry {
  /** Keys of assets by names of bands, where the source has others. */
  assets: Readonly<Record<string, string>>;
  scenes: readonly Scene[];
  /** Left out: the median, and of classes what most scenes have. */
  method: CompositeMethod | undefined;
  area: CompositeRecipe['area'];
  /** Values stay as they are stored. */
  isRaw: boolean;
}

/**
 * What a composite of scenes is made by. Scenes whose files lack a band are left out.
 * @throws GromaError BAD_INPUT for bands and maths that the data set has not; DATASET_BANDS_UNREADABLE
 */
export function makeRecipe(wanted: WantedRecipe): { recipe: CompositeRecipe; left: { id: string; reason: string }[] } {
  const { entry, isRaw, area } = wanted;
  const isClasses = entry.visual?.recipe === 'classes';
  const bands = bandsOf(wanted);
  const masks = masksOf(wanted);
  const keepsStored = isRaw && wanted.maths === undefined;
  const scenes: SceneOfRecipe[] = [];
  const left: { id: string; reason: string }[] = [];
  for (const scene of wanted.scenes) {
    const missing = [...bands, ...masks.map(({ band }) => band)].find((band) => !fileOf(scene, band, wanted));
    if (missing) left.push({ id: scene.id, reason: `it has no readable file of the band “${missing.name}”.` });
    else
      scenes.push({
        id: scene.id,
        collection: scene.collection,
        time: scene.time,
        bands: bands.map((band) => placed(fileOf(scene, band, wanted)!, band, keepsStored)),
        masks: masks.map(({ band, rule }) => ({ band: placed(fileOf(scene, band, wanted)!, band, true), rule })),
      });
  }
  if (scenes.length === 0)
    throw new GromaError('DATASET_BANDS_UNREADABLE', { count: left.length, detail: left[0]?.reason ?? '' });
  const method = wanted.method ?? (isClasses ? 'mode' : 'median');
  return {
    left,
    recipe: {
      scenes,
      method,
      bands: bands.map(({ name, role }) => ({ name, others: role ? [role] : [] })),
      maths: mathsOf(wanted, bands),
      averages: method !== 'mode' && !isClasses,
      area,
    },
  };
}

/** What a request asks of its data set. */
export function orderedOf({
  bands,
  mathematicalOperation,
  useQAMask,
  QA_band: band,
  bit,
  bitValue: value,
}: Pick<DownloadRequest, 'bands' | 'mathematicalOperation' | 'QA_band' | 'bit' | 'bitValue'> & {
  useQAMask?: boolean | undefined;
}): Omit<OrderedOfEntry, 'entry'> {
  return {
    bands,
    maths: mathematicalOperation?.trim() || undefined,
    mask: useQAMask ? { band, bit, value } : null,
  };
}

/**
 * Says what of an order its data set cannot give, before anything is begun.
 * @throws GromaError BAD_INPUT
 */
export function checkOrder(wanted: OrderedOfEntry): void {
  mathsOf(wanted, bandsOf(wanted));
  masksOf(wanted);
}

function mathsOf({ maths }: OrderedOfEntry, bands: readonly DatasetBand[]): CompositeRecipe['maths'] {
  if (maths === undefined) return null;
  const index = bandIndices.find(({ name }) => name === maths.trim().toUpperCase());
  if (index) return { name: index.name, expression: index.expression };
  try {
    sceneExpression(maths, bands.map(namesOf));
  } catch (error) {
    throw error instanceof RasterError
      ? new GromaError('BAD_INPUT', { detail: `mathematicalOperation: ${error.message}` })
      : error;
  }
  return { name: maths.slice(0, 200), expression: maths };
}

const namesOf = ({ name, role }: DatasetBand): string[] => (role ? [name, role] : [name]);

/** The bands asked for, and those that an index takes besides. */
function bandsOf({ entry, bands, maths }: OrderedOfEntry): DatasetBand[] {
  const found = bands.map((name) => {
    const band = entry.bands.find((each) => each.name === name);
    if (!band) throw new GromaError('BAD_INPUT', { detail: `bands: “${entry.name}” has no band “${name}”.` });
    return band;
  });
  const index = bandIndices.find(({ name }) => name === maths?.trim().toUpperCase());
  for (const role of index?.bands ?? []) {
    const band = entry.bands.find((each) => each.role === role);
    if (!band)
      throw new GromaError('BAD_INPUT', {
        detail: `mathematicalOperation: “${entry.name}” has no band for “${role}”, which ${index!.name} takes.`,
      });
    if (!found.includes(band)) found.push(band);
  }
  return found;
}

function masksOf({ entry, mask }: OrderedOfEntry): { band: DatasetBand; rule: Rule }[] {
  if (mask === null) return [];
  if (mask.band !== undefined) {
    const { bit, value = 0 } = mask;
    const band = entry.bands.find(({ name }) => name === mask.band) ?? { name: mask.band };
    const bits = bit === undefined ? null : { first: bit, count: Math.min(31, Math.max(1, value.toString(2).length)) };
    return [{ band, rule: { bits, values: [value], keeps: true } }];
  }
  const own = (entry.masks ?? []).filter(({ means }) => spoiling.has(means));
  if (own.length === 0)
    throw new GromaError('BAD_INPUT', {
      detail: `useQAMask: “${entry.name}” doesn’t say which pixels are spoilt. Name a QA_band.`,
    });
  return own.map(({ band, bit, values }) => ({
    band: entry.bands.find(({ name }) => name === band)!,
    rule:
      bit === undefined
        ? { bits: null, values: values ?? [], keeps: false }
        : { bits: { first: bit, count: 1 }, values: [1], keeps: false },
  }));
}

interface FileOfBand {
  asset: SceneAsset;
  at: number;
}

/** The file that holds a band: by the key that the source has for it, else by the name or role of its bands. */
function fileOf(scene: Scene, band: DatasetBand, { entry, assets }: WantedRecipe): FileOfBand | null {
  const drawn = scene.assets.filter(({ is_drawn: isDrawn, address }) => isDrawn && address !== null);
  const elsewhere = entry.access.flatMap((each) => ('stac' in each ? (each.assets?.[band.name] ?? []) : []));
  const bandIn = ({ bands }: SceneAsset): number => bands.findIndex(({ name }) => name === band.name);
  for (const key of [assets[band.name], band.name, ...elsewhere]) {
    const asset = drawn.find((each) => each.key.toLowerCase() === key?.toLowerCase());
    if (asset) return { asset, at: Math.max(0, bandIn(asset)) };
  }
  for (const asset of drawn.filter(({ roles }) => !roles.includes('visual'))) {
    const named = bandIn(asset);
    const at = named >= 0 ? named : asset.bands.findIndex(({ role }) => band.role !== undefined && role === band.role);
    if (at >= 0) return { asset, at };
  }
  return null;
}

/** What a file says of its values counts before what the catalogue says. */
function placed({ asset, at }: FileOfBand, band: DatasetBand, isStored: boolean): BandOfFile {
  const isSaid = asset.factor !== null || asset.offset !== null;
  const [factor, offset] = isSaid
    ? [asset.factor ?? band.factor ?? 1, asset.offset ?? 0]
    : [band.factor ?? 1, band.offset ?? 0];
  const nodata = asset.nodata ?? band.nodata;
  return {
    url: asset.address!,
    band: at,
    factor: isStored ? 1 : factor,
    offset: isStored ? 0 : offset,
    ...(nodata !== undefined && Number.isFinite(nodata) && { nodata }),
  };
}
