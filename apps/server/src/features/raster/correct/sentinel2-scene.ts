import { basename } from 'node:path';
import { GromaError } from '@groma/model';
import { MetadataNode, MetadataUnreadable } from './metadata-xml.ts';
import { readSceneText, type SceneFiles } from './scene-files.ts';

/** The bands that are corrected: their place among those of the sensor, their pixels in metres, and their names. */
export const sentinelBands = {
  B01: { index: 0, metres: 60, name: 'coastal' },
  B02: { index: 1, metres: 10, name: 'blue' },
  B03: { index: 2, metres: 10, name: 'green' },
  B04: { index: 3, metres: 10, name: 'red' },
  B05: { index: 4, metres: 20, name: 'rededge' },
  B06: { index: 5, metres: 20, name: 'rededge2' },
  B07: { index: 6, metres: 20, name: 'rededge3' },
  B08: { index: 7, metres: 10, name: 'nir' },
  B8A: { index: 8, metres: 20, name: 'nir_narrow' },
  B09: { index: 9, metres: 60, name: 'water_vapour' },
  B11: { index: 11, metres: 20, name: 'swir1' },
  B12: { index: 12, metres: 20, name: 'swir2' },
} as const;

export type SentinelBand = keyof typeof sentinelBands;

/** A direction, in degrees: from the vertical, and clockwise from north. */
interface Direction {
  zenith: number;
  azimuth: number;
}

/** What is known of a scene of level 1C. */
export interface SentinelScene {
  name: string;
  satellite: 'S2A' | 'S2B' | 'S2C';
  time: Date;
  /** Percent of clouds; null where nobody says. */
  cloud: number | null;
  /** The number that stands for a reflectance of 1, and what is added to numbers before (baseline 04.00 and on). */
  full: number;
  offset(band: SentinelBand): number;
  sun: Direction | null;
  view(band: SentinelBand): Direction | null;
  /** Names of files by band. */
  bands: ReadonlyMap<SentinelBand, string>;
}

/** From then on numbers of level 1C are 1000 more (processing baseline 04.00). */
const newBaseline = Date.UTC(2022, 0, 25);
const plainFull = 10_000;
const plainOffset = -1_000;

const safeName = /(S2[ABC])_MSIL1C_(\d{8}T\d{6})_[^/]*?\.SAFE(?=\/|$)/;
const bandFile = /(?:^|\/)(T\d{2}[A-Z]{3})_(\d{8}T\d{6})_(B\d{2}|B8A)\.(?:jp2|tiff?)$/i;

/** What the name of a file says of the scene that it belongs to: a folder SAFE, a zip of one, or a file of one band. */
export function sceneNamed(path: string): { key: string; time: Date; isZip: boolean } | null {
  const safe = safeName.exec(path);
  if (safe) return { key: path.slice(0, safe.index + safe[0].length), time: timeOf(safe[2]!), isZip: false };
  const zip = /(?:^|\/)S2[ABC]_MSIL1C_(\d{8}T\d{6})_[^/]*\.zip$/i.exec(path);
  if (zip) return { key: path, time: timeOf(zip[1]!), isZip: true };
  const band = bandFile.exec(path);
  if (!band) return null;
  const stem = basename(path).slice(0, `${band[1]}_${band[2]}`.length);
  return { key: `${path.slice(0, -basename(path).length)}${stem}`, time: timeOf(band[2]!), isZip: false };
}

/** `20210104T103421` in UTC. */
function timeOf(text: string): Date {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)));
}

/**
 * Reads what the metadata of a scene say; for files of bands alone, what their names do.
 * @param folder where files are read from, which no kernel sees
 * @throws GromaError FILE_UNREADABLE
 */
export async function readScene(files: SceneFiles, name: string, folder: string): Promise<SentinelScene> {
  const bands = new Map<SentinelBand, string>();
  for (const file of files.names) {
    const band = bandFile.exec(file)?.[3]?.toUpperCase();
    if (band && band in sentinelBands && !/\/QI_DATA\//.test(file)) bands.set(band as SentinelBand, file);
  }
  if (bands.size === 0) throw new GromaError('FILE_UNREADABLE', { name, detail: 'no band of level 1C is in it.' });
  const [product, granule] = await Promise.all([
    metadataOf(files, /(?:^|\/)MTD_MSIL1C\.xml$/, folder),
    metadataOf(files, /(?:^|\/)MTD_TL\.xml$/, folder),
  ]);
  const said = [name, ...files.names].map((each) => safeName.exec(each)).find(Boolean);
  const [, , fileTime] = bandFile.exec([...bands.values()][0]!)!;
  const sensed = granule?.first('SENSING_TIME')?.text ?? '';
  const time = sensed !== '' && !Number.isNaN(Date.parse(sensed)) ? new Date(sensed) : timeOf(said?.[2] ?? fileTime!);
  if (product === null && said) throw new GromaError('FILE_UNREADABLE', { name, detail: 'MTD_MSIL1C.xml is missing.' });
  return {
    name,
    satellite: (said?.[1] as 'S2A' | undefined) ?? 'S2A',
    time,
    cloud: product?.number('Cloud_Coverage_Assessment') ?? null,
    full: product?.number('QUANTIFICATION_VALUE') ?? plainFull,
    offset: offsetsOf(product, time),
    sun: directionOf(granule?.first('Mean_Sun_Angle') ?? null),
    view: viewsOf(granule),
    bands,
  };
}

function offsetsOf(product: MetadataNode | null, time: Date): SentinelScene['offset'] {
  if (!product) return () => (time.getTime() >= newBaseline ? plainOffset : 0);
  const offsets = new Map(
    product.all('RADIO_ADD_OFFSET').map((each) => [Number(each.attribute('band_id')), Number(each.text)]),
  );
  return (band) => offsets.get(sentinelBands[band].index) ?? 0;
}

function viewsOf(granule: MetadataNode | null): SentinelScene['view'] {
  const views = new Map(
    (granule?.all('Mean_Viewing_Incidence_Angle') ?? []).map((each) => [
      Number(each.attribute('bandId')),
      directionOf(each),
    ]),
  );
  return (band) => views.get(sentinelBands[band].index) ?? null;
}

function directionOf(node: MetadataNode | null): Direction | null {
  const [zenith, azimuth] = [node?.number('ZENITH_ANGLE') ?? null, node?.number('AZIMUTH_ANGLE') ?? null];
  return zenith === null || azimuth === null ? null : { zenith, azimuth };
}

async function metadataOf(files: SceneFiles, wanted: RegExp, folder: string): Promise<MetadataNode | null> {
  const found = files.names.find((each) => wanted.test(each));
  if (!found) return null;
  try {
    return MetadataNode.parse(await readSceneText(files, found, folder));
  } catch (error) {
    if (!(error instanceof MetadataUnreadable)) throw error;
    throw new GromaError('FILE_UNREADABLE', { name: basename(found), detail: error.message });
  }
}
