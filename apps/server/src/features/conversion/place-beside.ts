import { access, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatOfName, WORLD_FILES } from '@groma/geo';
import { baseName, GromaError, type DataPath, type ProjectId } from '@groma/model';
import { describeCrs } from '../../platform/gdal/describe-crs.ts';
import { findProjection } from '../../platform/gdal/find-projection.ts';
import { readGdalInfo } from '../../platform/gdal/gdal-info.ts';
import { findGdal, GdalSandbox } from '../../platform/gdal/gdal-sandbox.ts';
import { nameOfWkt } from '../../platform/gdal/wkt.ts';
import type { Bucket, FileStore } from '../../platform/storage/file-store.ts';

/** What reads samples that a header describes; neither names other files. */
export const enviDrivers = ['ENVI', 'EHdr'];
/** A companion is a few lines, but for masks and overviews; what is larger is something else. */
const mostBytes = 1024 * 1024;
const readMs = 30_000;

/** What is said of the place of a picture. */
interface Place {
  isPlaced: boolean;
  /** Six numbers as GDAL orders them. */ transform: number[] | null;
  /** WKT of the coordinate system. */ system: string | null;
  /** Whether a header describes its samples. */ isDescribed: boolean;
}

interface Picture {
  projectId: ProjectId;
  path: DataPath;
  bucket: Bucket;
  /** What lies beside it, where that is known already: folders may be large. */
  beside?: Companions;
}

/** Paths of the files of a folder that may say something of others, by their names in small letters. */
type Companions = ReadonlyMap<string, DataPath>;

/** What lies in the folder of a file. */
export async function listCompanions(files: FileStore, { projectId, path, bucket }: Picture): Promise<Companions> {
  const listed = await files.list(projectId, path.slice(0, path.lastIndexOf('/')) as DataPath, bucket);
  return new Map(
    listed
      .filter((each) => !each.isDir && (each.bytes <= mostBytes || /\.(?:ovr|msk)$/i.test(each.path)))
      .map((each) => [baseName(each.path).toLowerCase(), each.path as DataPath]),
  );
}

/** The header that describes plain samples, as ENVI's programs write them; undefined for a raster of a known format. */
export function headerOf(path: DataPath, there: Companions): DataPath | undefined {
  const name = baseName(path).toLowerCase();
  if (formatOfName(path) !== null) return undefined;
  return there.get(`${name}.hdr`) ?? there.get(`${name.replace(/\.[^.]+$/, '')}.hdr`);
}

/**
 * Reads what lies beside a picture: a world file (plan.pgw), its coordinate system (plan.prj), and what GDAL and ESRI's
 * programs note of both (plan.png.aux.xml); its mask and overviews, and the header of plain samples. Companions get a
 * second name in a folder that no kernel sees.
 */
export async function lendPlace(files: FileStore, picture: Picture, folder: string): Promise<Place> {
  const { projectId, path, bucket } = picture;
  const there = picture.beside ?? (await listCompanions(files, picture));
  const stem = baseName(path).replace(/\.[^.]+$/, '');
  const lend = async (name: string): Promise<string | null> => {
    const found = there.get(name.toLowerCase());
    return found === undefined ? null : files.lend(projectId, found, folder, bucket);
  };
  const read = async (name: string): Promise<string> =>
    lend(name).then((lent) => (lent === null ? '' : readFile(lent, 'utf8')));
  const notes = await read(`${baseName(path)}.aux.xml`);
  const system =
    (await read(`${stem}.prj`)).trim() || unescaped(/<SRS\b[^>]*>([^<]*)<\/SRS>/.exec(notes)?.[1] ?? '').trim();
  for (const ending of ['msk', 'ovr']) await lend(`${baseName(path)}.${ending}`);
  const header = headerOf(path, there);
  if (header !== undefined) await lend(baseName(header));
  let isPlaced = false;
  for (const ending of WORLD_FILES[formatOfName(path) ?? 'zip'] ?? [])
    isPlaced ||= (await lend(`${stem}.${ending}`)) !== null;
  return {
    isPlaced,
    transform: transformOf(notes),
    system: system === '' ? null : system,
    isDescribed: header !== undefined,
  };
}

/**
 * Where a picture lies, as GDAL is told: a world file beside its second name in a folder that no kernel sees, and the
 * option that names its coordinate system. A GeoTIFF may say both itself.
 * @param crs what a person said; it counts before what lies beside the picture
 * @throws GromaError IMPORT_FAILED with `reason`: no-place where nothing says it, missing-crs, unknown-crs; the
 * signal's reason
 */
export async function findPlace(
  files: FileStore,
  picture: Picture,
  { crs, folder, signal }: { crs: string | undefined; folder: string; signal: AbortSignal },
): Promise<string[]> {
  const name = baseName(picture.path);
  const beside = await lendPlace(files, picture, folder);
  const own =
    formatOfName(name) === 'geotiff' || beside.isDescribed
      ? await readOwnPlace(files, picture, { folder, drivers: beside.isDescribed ? enviDrivers : ['GTiff'], signal })
      : { isPlaced: false, hasSystem: false, unknownSystem: null };
  if (!beside.isPlaced && !own.isPlaced) {
    if (beside.isDescribed) throw refusal('no-place', `The header of "${name}" (.hdr) does not say where it is.`);
    if (!beside.transform)
      throw refusal(
        'no-place',
        `"${name}" does not say where it is. Put a world file (${worldFileOf(name)}) next to it.`,
      );
    const [x, across, shearX, y, shearY, down] = beside.transform as [number, number, number, number, number, number];
    await writeFile(
      join(folder, worldFileOf(name)),
      [across, shearY, shearX, down, x + (across + shearX) / 2, y + (shearY + down) / 2].join('\n'),
    );
  }
  if (crs !== undefined) return ['-a_srs', crs];
  if (own.hasSystem) return [];
  if (beside.system === null && own.unknownSystem !== null)
    throw refusal('unknown-crs', unknownText(name, own.unknownSystem));
  if (beside.system === null)
    throw refusal(
      'missing-crs',
      `"${name}" does not say which coordinate system it is in. Import it again with an EPSG code, such as EPSG:32633.`,
    );
  const described = await describeCrs(beside.system, 'PROJJSON', signal);
  if (described === null) throw refusal('unknown-crs', unknownText(name, null));
  return ['-a_srs', described];
}

interface OwnPlace {
  isPlaced: boolean;
  /** It names a system that is known. */ hasSystem: boolean;
  /** The name of one that is not. */ unknownSystem: string | null;
}

const unread: OwnPlace = { isPlaced: true, hasSystem: true, unknownSystem: null };

function unknownText(name: string, system: string | null): string {
  return `"${name}" is in an unknown coordinate system${system === null ? '' : ` ("${system}")`}. Import it again with an EPSG code, such as EPSG:32633.`;
}

/** What a GeoTIFF, or a header, says of its own place; nothing where it cannot be read, which its conversion tells. */
async function readOwnPlace(
  files: FileStore,
  { projectId, path, bucket }: Picture,
  { folder, drivers, signal }: { folder: string; drivers: string[]; signal: AbortSignal },
): Promise<OwnPlace> {
  const gdal = await findGdal();
  if (!gdal) return unread;
  const sourcePath = join(folder, baseName(path));
  await access(sourcePath).catch(() => files.lend(projectId, path, folder, bucket));
  const { info } = await readGdalInfo(
    new GdalSandbox(
      { sourcePath, workFolder: folder, signal: AbortSignal.any([signal, AbortSignal.timeout(readMs)]) },
      gdal,
      drivers,
    ),
  ).catch(() => ({ info: null }));
  signal.throwIfAborted();
  if (!info) return unread;
  const wkt = info.coordinateSystem?.wkt ?? '';
  const hasSystem = wkt !== '' && (await findProjection(wkt.replaceAll(/\n\s*/g, ''), signal)) !== null;
  return {
    isPlaced: info.geoTransform !== undefined,
    hasSystem,
    unknownSystem: hasSystem || wkt === '' ? null : nameOfWkt(wkt),
  };
}

function refusal(reason: string, detail: string): GromaError {
  return new GromaError('IMPORT_FAILED', { reason, detail });
}

function worldFileOf(name: string): string {
  return name.replace(/\.[^.]+$/, `.${WORLD_FILES[formatOfName(name) ?? 'zip']?.[0] ?? 'wld'}`);
}

function transformOf(notes: string): number[] | null {
  const numbers = (/<GeoTransform>([^<]*)<\/GeoTransform>/.exec(notes)?.[1] ?? '').split(',').map(Number);
  return numbers.length === 6 && numbers.every(Number.isFinite) ? numbers : null;
}

function unescaped(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
