import { GromaError, type Dataset, type DatedImage } from '@groma/model';
import type { Scene, SceneAsset } from '@groma/protocol';
import { bandIndices, type PixelMask } from '@groma/raster';

/** An image of a series: what is read, and how its value follows from that. */
export interface SeriesImage {
  date: string;
  name: string;
  /** Paths or addresses, one a line, whose bands stand behind each other. */
  url: string;
  /** A band or band maths. */
  value: string;
  /** Bands, from 1, by further names than those the files have. */
  names: Readonly<Record<string, number>>;
  masks: readonly PixelMask[];
  nodata: number | null;
}

/** What spoils a pixel for a series; snow lies on the ground that is looked at. */
const spoiled = ['cloud', 'shadow', 'cirrus', 'fill'];
/** A name in band maths that is not called. */
const names = /\b[A-Za-z_]\w*\b(?!\s*\()/g;

function indexOf(value: string) {
  return bandIndices.find(({ name }) => name === value.trim().toUpperCase());
}

/** The image that a layer or file has given. @throws GromaError TOOL_BAND_MISSING */
export function imageOfLayer({ date, name, url, shown, roles, full, nodata }: DatedImage, value: string): SeriesImage {
  const own = Object.fromEntries(Object.entries(roles).flatMap(([role, band]) => (band ? [[role, band]] : [])));
  const image = { date, name, url, names: own, masks: [], nodata };
  if (value.trim() === '') return { ...image, value: shown };
  const index = indexOf(value);
  if (!index) return { ...image, value };
  const maths = index.expression.replaceAll(names, (role) => {
    if (role === 'sqrt') return role;
    // Files that say what their bands are called need no roles.
    return full === 1 ? role : `(${role} / ${full})`;
  });
  return { ...image, value: maths };
}

/**
 * The image that a scene gives: the files of the bands that the value names, by parts of the spectrum, keys of files or
 * names of bands, as what was measured, and those of its masks. Null where a file is not there or cannot be read from
 * here.
 * @throws GromaError TOOL_SERIES_NO_VALUE
 */
export function imageOfScene(scene: Scene, entry: Dataset | null, value: string): SeriesImage | null {
  if (value.trim() === '') throw new GromaError('TOOL_SERIES_NO_VALUE');
  if (scene.time === null) return null;
  const files = new Files(scene, entry);
  let isWhole = true;
  const maths = (indexOf(value)?.expression ?? value).replaceAll(names, (name) => {
    const found = files.take(name);
    isWhole &&= found !== null;
    return found ? found.measured : name;
  });
  if (!isWhole) return null;
  const masks = (entry?.masks ?? []).flatMap(({ band, means, bit, values }): PixelMask[] => {
    const found = spoiled.includes(means) ? files.take(band) : null;
    return found ? [{ band: found.band, bit, values }] : [];
  });
  return {
    date: scene.time.slice(0, 10),
    name: scene.id,
    url: files.url,
    value: maths,
    names: {},
    masks,
    nodata: null,
  };
}

/** The files that are taken of a scene, whose bands are numbered through all of them. */
class Files {
  readonly #scene: Scene;
  readonly #entry: Dataset | null;
  readonly #taken: SceneAsset[] = [];

  constructor(scene: Scene, entry: Dataset | null) {
    [this.#scene, this.#entry] = [scene, entry];
  }

  get url(): string {
    return this.#taken.map(({ address }) => address).join('\n');
  }

  /** The number of a band and its value as what was measured. */
  take(name: string): { band: number; measured: string } | null {
    const found = this.#find(name);
    if (!found) return null;
    if (!this.#taken.includes(found.asset)) this.#taken.push(found.asset);
    const before = this.#taken.slice(0, this.#taken.indexOf(found.asset));
    const band = before.reduce((sum, { bands }) => sum + Math.max(1, bands.length), 0) + found.at + 1;
    const { factor, offset } = found.asset;
    const isPlain = (factor ?? 1) === 1 && (offset ?? 0) === 0;
    return { band, measured: isPlain ? `b${band}` : `(b${band} * ${plain(factor ?? 1)} + ${plain(offset ?? 0)})` };
  }

  #find(name: string): { asset: SceneAsset; at: number } | null {
    const usable = this.#scene.assets.filter(({ is_drawn: isDrawn, address }) => isDrawn && address !== null);
    const key = this.#keyOf(name);
    const byKey = usable.find((asset) => asset.key === key);
    if (byKey) return { asset: byKey, at: 0 };
    const ofBands = usable.filter(({ key: other, roles }) => other !== 'visual' && !roles.includes('visual'));
    for (const is of [
      (band: SceneAsset['bands'][number]) => band.role === name,
      (band: SceneAsset['bands'][number]) => band.name === name,
    ])
      for (const asset of ofBands) {
        const at = asset.bands.findIndex(is);
        if (at >= 0) return { asset, at };
      }
    return null;
  }

  /** The key of the file of a band of the catalogue, which may be named by its part of the spectrum. */
  #keyOf(name: string): string {
    const { bands = [], access = [] } = this.#entry ?? {};
    const own = access.find((each) => 'stac' in each && each.collection === this.#scene.collection && each.assets);
    const band = bands.find((each) => each.name === name) ?? bands.find(({ role }) => role === name);
    const known = own && 'stac' in own ? own.assets : undefined;
    const keys = this.#scene.assets.map(({ key }) => key);
    const meant = band ? (known?.[band.name] ?? band.name) : name;
    return keys.includes(meant) ? meant : name;
  }
}

/** A number without an exponent, which band maths does not read after a name. */
function plain(value: number): string {
  const text = value.toFixed(12).replace(/\.?0+$/, '');
  return value < 0 ? `(${text})` : text;
}
