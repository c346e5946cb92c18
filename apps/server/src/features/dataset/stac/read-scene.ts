import type { BandRole } from '@groma/model';
import type { Scene, SceneAsset, SceneBand } from '@groma/protocol';
import { areaOf, boxOf, readBox, readFootprint } from './footprint.ts';
import { isObject, isText, listOf, numberOf, textOf, type JsonObject } from './json.ts';
import { follow, linksOf, type Location } from './locations.ts';

const mostAssets = 200;
const mostBands = 100;

/** Names of the extension EO, in both its versions, by what indices call them. */
const roles: Readonly<Record<string, BandRole>> = {
  blue: 'blue',
  green: 'green',
  red: 'red',
  rededge: 'rededge',
  rededge071: 'rededge',
  nir: 'nir',
  nir08: 'nir',
  swir16: 'swir1',
  swir22: 'swir2',
};

export interface SceneReading {
  /** Where the item was read from. */
  base: Location;
  /** The collection that it was found in, where it names none. */
  collection: string | null;
  /** The address of a file, as its layer is to name it. */
  mark: (location: Location) => string;
}

/** A scene of a STAC item; null for what is none. Fields of the wrong kind are as if they were not there. */
export function readScene(item: unknown, reading: SceneReading): Scene | null {
  if (!isObject(item) || item['type'] !== 'Feature' || !isObject(item['assets'])) return null;
  const id = textOf(item['id'], 300);
  if (id === null) return null;
  const properties = isObject(item['properties']) ? item['properties'] : {};
  const said = readFootprint(item['geometry']);
  const box = readBox(item['bbox']) ?? (said && boxOf(said));
  const base = baseOf(item, reading.base);
  const cloud = numberOf(properties['eo:cloud_cover']);
  return {
    id,
    collection: textOf(item['collection'], 300) ?? reading.collection,
    time: timeOf(properties['datetime']) ?? timeOf(properties['start_datetime']),
    ends: timeOf(properties['end_datetime']),
    footprint: said ?? (box && areaOf(box)),
    box,
    cloud_cover: cloud !== null && cloud >= 0 && cloud <= 100 ? cloud : null,
    platform: textOf(properties['platform'], 100),
    thumbnail: thumbnailOf(item, base, reading),
    assets: Object.entries(item['assets'])
      .slice(0, mostAssets)
      .flatMap(([key, asset]) => (isObject(asset) ? [readAsset(key, asset, properties, { ...reading, base })] : [])),
  };
}

/** Links of an item that came in a list are relative to the item itself, where it says its address. */
function baseOf(item: JsonObject, base: Location): Location {
  return linksOf(item, base, 'self')[0]?.location ?? base;
}

function timeOf(value: unknown): string | null {
  const time = typeof value === 'string' ? Date.parse(value) : NaN;
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

function thumbnailOf(item: JsonObject, base: Location, { mark }: SceneReading): string | null {
  const assets = Object.entries(item['assets'] as JsonObject).filter((entry): entry is [string, JsonObject] =>
    isObject(entry[1]),
  );
  const isPicture = ({ type, href }: JsonObject): boolean =>
    isText(type) ? /^image\/(?:png|jpe?g|webp|gif)$/i.test(type) : isText(href) && /\.(?:png|jpe?g|webp)$/i.test(href);
  const rank = ([key, asset]: [string, JsonObject]): number =>
    listOf(asset['roles'], isText).includes('thumbnail')
      ? 0
      : ['thumbnail', 'rendered_preview', 'quicklook', 'preview'].includes(key)
        ? 1
        : listOf(asset['roles'], isText).includes('overview')
          ? 2
          : 3;
  const [best] = assets
    .filter((entry) => isPicture(entry[1]) && rank(entry) < 3)
    .toSorted((first, second) => rank(first) - rank(second));
  const href = textOf(best?.[1]['href'], 4_000);
  const location =
    href === null ? (linksOf(item, base, 'preview', 'thumbnail')[0]?.location ?? null) : follow(base, href);
  return location === null ? null : mark(location);
}

function readAsset(key: string, asset: JsonObject, properties: JsonObject, { base, mark }: SceneReading): SceneAsset {
  const href = textOf(asset['href'], 4_000);
  const location = href === null ? null : follow(base, href);
  const bands = bandsOf(asset);
  const [raster = {}] = bands.map(({ raw }) => raw);
  const type = textOf(asset['type'], 200);
  const first = (...names: string[]): number | null => {
    for (const from of [raster, asset])
      for (const name of names) {
        const value = numberOf(from[name]);
        if (value !== null) return value;
      }
    return null;
  };
  return {
    key: key.slice(0, 200),
    title: textOf(asset['title'], 200) ?? key.slice(0, 200),
    address: location === null ? null : mark(location),
    media_type: type,
    roles: listOf(asset['roles'], isText).slice(0, 20),
    bands: bands.map(({ band }) => band),
    epsg: epsgOf(asset) ?? epsgOf(properties),
    gsd: first('spatial_resolution', 'gsd', 'raster:spatial_resolution') ?? numberOf(properties['gsd']),
    factor: first('scale', 'raster:scale'),
    // Earth Search says the offset of the original also where it has taken it off.
    offset: properties['earthsearch:boa_offset_applied'] === true ? 0 : first('offset', 'raster:offset'),
    nodata: first('nodata'),
    is_drawn:
      location !== null && (type === null ? /\.tiff?$/i.test(pathOf(location)) : /geotiff|image\/tiff/i.test(type)),
  };
}

function pathOf(location: Location): string {
  return URL.parse(location)?.pathname ?? location;
}

/** STAC 1.1 has one list of bands, 1.0 one for each extension. */
function bandsOf(asset: JsonObject): { band: SceneBand; raw: JsonObject }[] {
  const lists = ['bands', 'eo:bands', 'raster:bands'].map((name) => listOf(asset[name], isObject));
  const length = Math.min(mostBands, Math.max(...lists.map((list) => list.length)));
  return Array.from({ length }, (_, at) => {
    const raw: JsonObject = Object.assign({}, ...lists.map((list) => list[at] ?? {}));
    const common = textOf(raw['eo:common_name'] ?? raw['common_name'], 50);
    const micrometres = numberOf(raw['eo:center_wavelength'] ?? raw['center_wavelength']);
    const band: SceneBand = {
      name: textOf(raw['name'], 100) ?? common ?? `b${at + 1}`,
      common_name: common,
      role: (common !== null && Object.hasOwn(roles, common) && roles[common]) || null,
      wavelength: micrometres === null ? null : Math.round(micrometres * 1_000),
    };
    return { band, raw };
  });
}

function epsgOf(holder: JsonObject): number | null {
  const code = /^EPSG:(\d+)$/i.exec(textOf(holder['proj:code']) ?? '')?.[1] ?? holder['proj:epsg'];
  const number = numberOf(code);
  return number !== null && Number.isInteger(number) && number > 0 ? number : null;
}
