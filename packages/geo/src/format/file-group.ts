import { FILE_FORMATS, fileExtension, formatOfName, type FileFormat } from './file-format.ts';

/** Companions of a shapefile: needed or useful ones, then spatial and attribute indices (FIL-012). */
const SHAPEFILE_SIDECARS = [
  'shx',
  'dbf',
  'prj',
  'cpg',
  'qpj',
  'sbn',
  'sbx',
  'qix',
  'fbn',
  'fbx',
  'ain',
  'aih',
  'ixs',
  'mxs',
  'atx',
] as const;

/** Companions of the tables of MapInfo, by the ending of what they belong to: cells, shapes and indices. */
const MAPINFO_SIDECARS: Readonly<Record<string, readonly string[]>> = {
  tab: ['dat', 'map', 'id', 'ind'],
  mif: ['mid'],
};

/** World files by the pictures they place: six lines that say where each pixel lies. */
export const WORLD_FILES: Readonly<Partial<Record<FileFormat, readonly string[]>>> = {
  geotiff: ['tfw', 'tifw', 'tiffw', 'wld'],
  jpeg: ['jgw', 'jpgw', 'jpegw', 'wld'],
  png: ['pgw', 'pngw', 'wld'],
};
/** Companions of rasters that are images themselves, named for the whole name: plan.tif.ovr, plan.tif.msk. */
const rasterCompanions = ['ovr', 'msk'];
/** Endings of samples that a header (.hdr) describes, as ENVI writes them; their names often have none. */
const describedSamples = ['', 'dat', 'img', 'bil', 'bip', 'bsq', 'raw', 'bin'];
const worldFiles = new Set(Object.values(WORLD_FILES).flat());
const mapInfoFiles = new Set(Object.values(MAPINFO_SIDECARS).flat());

/** A main file and the files that belong to it; names as given. */
export type FileGroup = { name: string; baseName: string; format: FileFormat; sidecars: string[] };

/**
 * Groups the files of an upload by base name (FIL-011), so that roads.shx and roads.dbf belong to roads.shp, and
 * plan.pgw, plan.prj, plan.png.aux.xml and plan.png.ovr to plan.png, and scene.hdr to scene.dat, which is ENVI then. A
 * .dbf without a .shp is a table. `skipped` are names that are not a geodata file, PNGs that nothing places, and
 * companions whose main file is missing.
 */
export function groupFiles(names: Iterable<string>): { groups: FileGroup[]; skipped: string[] } {
  const groups: FileGroup[] = [];
  const companions: string[] = [];
  const skipped: string[] = [];
  const all = [...names];
  const shapefiles = new Set(all.filter((name) => formatOfName(name) === 'shapefile').map((name) => keyOf(name)));
  const isDescribed = describedIn(all);
  for (const name of all) {
    const named = formatOfName(name) ?? (isDescribed(name) ? 'envi' : null);
    const format = named === 'dbf' && shapefiles.has(keyOf(name)) ? null : named;
    if (format) groups.push({ name, baseName: baseName(name), format, sidecars: [] });
    else (isCompanion(name) ? companions : skipped).push(name);
  }
  const byName = new Map<string, FileGroup[]>();
  for (const group of groups)
    for (const key of [group.baseName, group.name])
      byName.set(key.toLowerCase(), [...(byName.get(key.toLowerCase()) ?? []), group]);
  for (const name of companions) {
    const ending = fileExtension(name);
    const owner = (byName.get(stemOf(name).toLowerCase()) ?? [])
      .toSorted((a, b) => rank(a) - rank(b))
      .find((group) => belongsTo(ending, group) && (!isWholeName(name) || group.name === stemOf(name)));
    if (owner) owner.sidecars.push(name);
    else skipped.push(name);
  }
  const isPlaced = ({ format, sidecars }: FileGroup): boolean =>
    format !== 'png' || sidecars.some((name) => !/^(?:prj|ovr|msk)$/.test(fileExtension(name)));
  return {
    groups: groups.filter(isPlaced),
    skipped: [
      ...skipped,
      ...groups.filter((group) => !isPlaced(group)).flatMap(({ name, sidecars }) => [name, ...sidecars]),
    ],
  };
}

/** What becomes of a group: JPEGs are aerial photos (FIL-075), unless a world file says where they lie. */
export function roleOfGroup({ format, sidecars }: FileGroup): 'vector' | 'raster' | 'photo' | 'array' {
  return format === 'jpeg' && sidecars.some((name) => worldFiles.has(fileExtension(name)))
    ? 'raster'
    : FILE_FORMATS[format].role;
}

/** A name (or path) without its extension. */
export function baseName(name: string): string {
  return name.replace(/\.[^./\\]+$/, '');
}

function keyOf(name: string): string {
  return baseName(name).toLowerCase();
}

function isCompanion(name: string): boolean {
  const ending = fileExtension(name);
  return isVectorCompanion(name) || worldFiles.has(ending) || isNotes(name) || isWholeName(name) || ending === 'hdr';
}

/** Whether a file may belong to a shapefile or a table of MapInfo. */
export function isVectorCompanion(name: string): boolean {
  const ending = fileExtension(name);
  return (SHAPEFILE_SIDECARS as readonly string[]).includes(ending) || mapInfoFiles.has(ending);
}

/** What GDAL and ESRI's programs note of plan.png in plan.png.aux.xml. */
function isNotes(name: string): boolean {
  return /\.[^./\\]+\.aux\.xml$/i.test(name);
}

/** Whether a companion has the whole name of what it belongs to before its ending. */
function isWholeName(name: string): boolean {
  return rasterCompanions.includes(fileExtension(name));
}

/** Whether a header (.hdr) beside a file of this name would make it a raster. */
export function mayBeSamples(name: string): boolean {
  return describedSamples.includes(fileExtension(name));
}

/** Tells which names are samples that a header beside them describes. A table of MapInfo has a .dat too. */
function describedIn(all: readonly string[]): (name: string) => boolean {
  const headers = new Set(all.filter((name) => fileExtension(name) === 'hdr').map((name) => keyOf(name)));
  const tables = new Set(all.filter((name) => fileExtension(name) === 'tab').map((name) => keyOf(name)));
  return (name) =>
    headers.size > 0 &&
    mayBeSamples(name) &&
    (headers.has(name.toLowerCase()) || (headers.has(keyOf(name)) && !tables.has(keyOf(name))));
}

function stemOf(name: string): string {
  return isNotes(name) ? name.slice(0, -'.aux.xml'.length) : baseName(name);
}

function belongsTo(ending: string, { name, format }: FileGroup): boolean {
  if (format === 'mapinfo') return MAPINFO_SIDECARS[fileExtension(name)]?.includes(ending) ?? false;
  if (format === 'dbf') return ending === 'cpg';
  if (format === 'shapefile') return (SHAPEFILE_SIDECARS as readonly string[]).includes(ending);
  if (format === 'envi') return ending === 'hdr' || ending === 'prj' || ending === 'xml';
  if (WORLD_FILES[format] !== undefined && rasterCompanions.includes(ending)) return true;
  return (
    WORLD_FILES[format] !== undefined && (ending === 'prj' || ending === 'xml' || WORLD_FILES[format].includes(ending))
  );
}

/** Of files with one base name the shapefile has its companions first. */
function rank({ format }: FileGroup): number {
  return format === 'shapefile' ? 0 : 1;
}
