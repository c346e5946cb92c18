/**
 * A kind of geodata file a map accepts (FIL-009), `png` where a world file lies beside it, `dbf` where no
 * shapefile does, and `zip` for several of them, or a shapefile with its companions.
 */
export type FileFormat =
  | 'geojson'
  | 'shapefile'
  | 'dbf'
  | 'geopackage'
  | 'flatgeobuf'
  | 'kml'
  | 'kmz'
  | 'csv'
  | 'spreadsheet'
  | 'geoparquet'
  | 'gpx'
  | 'gml'
  | 'topojson'
  | 'mapinfo'
  | 'dxf'
  | 'spatialite'
  | 'openstreetmap'
  | 'filegdb'
  | 'geotiff'
  | 'jpeg'
  | 'png'
  | 'envi'
  | 'netcdf'
  | 'hdf5'
  | 'zarr'
  | 'zip';

type FormatInfo = {
  extensions: readonly string[];
  /** Of arrays images are chosen. */
  role: 'vector' | 'raster' | 'photo' | 'array';
  label: string;
  limitMegabytes: number | null;
};

/** Extensions in lower case; the size limits are FIL-081, in MB of 1024 × 1024 bytes (FIL-082). */
export const FILE_FORMATS: Record<FileFormat, FormatInfo> = {
  geojson: {
    extensions: ['geojson', 'json', 'geojsonl', 'geojsons'],
    role: 'vector',
    label: 'GeoJSON',
    limitMegabytes: 1000,
  },
  shapefile: { extensions: ['shp'], role: 'vector', label: 'Shapefile', limitMegabytes: 700 },
  dbf: { extensions: ['dbf'], role: 'vector', label: 'dBASE', limitMegabytes: 700 },
  geopackage: { extensions: ['gpkg'], role: 'vector', label: 'GeoPackage', limitMegabytes: 800 },
  flatgeobuf: { extensions: ['fgb'], role: 'vector', label: 'FlatGeobuf', limitMegabytes: null },
  kml: { extensions: ['kml'], role: 'vector', label: 'KML', limitMegabytes: 700 },
  kmz: { extensions: ['kmz'], role: 'vector', label: 'KMZ', limitMegabytes: 200 },
  csv: { extensions: ['csv', 'tsv'], role: 'vector', label: 'CSV', limitMegabytes: null },
  spreadsheet: { extensions: ['xlsx', 'ods'], role: 'vector', label: 'a spreadsheet', limitMegabytes: 200 },
  geoparquet: {
    extensions: ['parquet', 'geoparquet', 'gpq'],
    role: 'vector',
    label: 'GeoParquet',
    limitMegabytes: 400,
  },
  gpx: { extensions: ['gpx'], role: 'vector', label: 'GPX', limitMegabytes: 700 },
  gml: { extensions: ['gml'], role: 'vector', label: 'GML', limitMegabytes: 700 },
  topojson: { extensions: ['topojson'], role: 'vector', label: 'TopoJSON', limitMegabytes: 200 },
  mapinfo: { extensions: ['tab', 'mif'], role: 'vector', label: 'MapInfo', limitMegabytes: 700 },
  dxf: { extensions: ['dxf'], role: 'vector', label: 'DXF', limitMegabytes: 700 },
  spatialite: { extensions: ['sqlite', 'spatialite'], role: 'vector', label: 'SpatiaLite', limitMegabytes: 800 },
  openstreetmap: { extensions: ['osm', 'pbf'], role: 'vector', label: 'OpenStreetMap', limitMegabytes: 400 },
  // A folder, which comes in a zip.
  filegdb: { extensions: [], role: 'vector', label: 'FileGDB', limitMegabytes: 700 },
  geotiff: { extensions: ['tif', 'tiff'], role: 'raster', label: 'GeoTIFF', limitMegabytes: null },
  jpeg: { extensions: ['jpg', 'jpeg'], role: 'photo', label: 'JPEG', limitMegabytes: null },
  png: { extensions: ['png'], role: 'raster', label: 'PNG', limitMegabytes: null },
  // Samples of any name that a header (.hdr) beside them describes.
  envi: { extensions: [], role: 'raster', label: 'ENVI', limitMegabytes: null },
  netcdf: { extensions: ['nc', 'nc4', 'cdf'], role: 'array', label: 'NetCDF', limitMegabytes: null },
  hdf5: { extensions: ['h5', 'hdf5', 'he5'], role: 'array', label: 'HDF5', limitMegabytes: null },
  // A folder, or a zip of one.
  zarr: { extensions: ['zarr'], role: 'array', label: 'Zarr', limitMegabytes: null },
  zip: { extensions: ['zip'], role: 'vector', label: 'zip of geodata', limitMegabytes: 700 },
};

const BY_EXTENSION = new Map(
  Object.entries(FILE_FORMATS).flatMap(([format, { extensions }]) =>
    extensions.map((extension) => [extension, format as FileFormat]),
  ),
);

/** Number of bytes `detectFormat` needs of the start of a file to be sure. */
export const SIGNATURE_BYTES = 4096;

/** The extension of a file name in lower case, without its dot; '' where there is none (FIL-010). */
export function fileExtension(name: string): string {
  const match = /\.([^./\\]+)$/.exec(name);
  return match ? match[1]!.toLowerCase() : '';
}

/** The format a name promises, or null for a name that is not a geodata file. */
export function formatOfName(name: string): FileFormat | null {
  return /\.zarr\.zip$/i.test(name) ? 'zarr' : (BY_EXTENSION.get(fileExtension(name)) ?? null);
}

/** The size above which a file of this format is refused (VEC-007, VEC-008), in bytes; null without a limit. */
export function sizeLimit(format: FileFormat): number | null {
  const megabytes = FILE_FORMATS[format].limitMegabytes;
  return megabytes === null ? null : megabytes * 1024 * 1024;
}

/**
 * The format a name promises and whether the first bytes of the file keep the promise. `fits` is false for a file
 * that is not what its name says and for an empty one. TopoJSON often has the name of any JSON.
 */
export function detectFormat(name: string, firstBytes: Uint8Array): { format: FileFormat | null; fits: boolean } {
  const named = formatOfName(name);
  const format = named === 'geojson' && SIGNATURES.topojson(firstBytes) ? 'topojson' : named;
  return { format, fits: format !== null && SIGNATURES[format](firstBytes) };
}

/** True where the last bytes of a file (1 KB is enough) hold the end-of-central-directory mark of a zip (FIL-013). */
export function isZip(lastBytes: Uint8Array): boolean {
  for (let at = lastBytes.length - 4; at >= Math.max(0, lastBytes.length - 1024); at--) {
    if (startsWith(lastBytes, [0x50, 0x4b, 0x05, 0x06], at)) return true;
  }
  return false;
}

const SIGNATURES: Record<FileFormat, (bytes: Uint8Array) => boolean> = {
  // Newline-delimited GeoJSON may begin with a record separator.
  geojson: (bytes) => /^\s*[{[]/.test((asText(bytes) ?? '').replace('\u001e', '')),
  shapefile: (bytes) => startsWith(bytes, [0x00, 0x00, 0x27, 0x0a]),
  // The version, the month of the last change, and bytes to the first record: a head and what it says of columns.
  dbf: ([version, , month, , , , , , low, high]) =>
    dbaseVersions.has(version ?? 0) && month! <= 12 && low! + high! * 256 > 32,
  geopackage: isSqlite,
  flatgeobuf: (bytes) => startsWith(bytes, [0x66, 0x67, 0x62, 0x03, 0x66, 0x67, 0x62]),
  kml: (bytes) => /<(\w+:)?kml[\s>]|<(\w+:)?(Document|Folder|Placemark)[\s>]/.test(asText(bytes) ?? ''),
  kmz: (bytes) => startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]),
  csv: (bytes) => /\S/.test(asText(bytes) ?? ''),
  spreadsheet: (bytes) => startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]),
  geoparquet: (bytes) => startsWith(bytes, [0x50, 0x41, 0x52, 0x31]),
  gpx: (bytes) => /<(\w+:)?gpx[\s>]/.test(asText(bytes) ?? ''),
  gml: (bytes) => /opengis\.net\/(gml|wfs)|<(\w+:)?FeatureCollection[\s>]/.test(asText(bytes) ?? ''),
  topojson: (bytes) => /^\s*\{(?:[^{}[\]]*,)?\s*"type"\s*:\s*"Topology"/.test(asText(bytes) ?? ''),
  mapinfo: (bytes) => /^\s*(!table|version\s+"?\d)/i.test(asText(bytes) ?? ''),
  // Pairs of lines, a code and its value; the binary form says its name.
  dxf: (bytes) =>
    /^AutoCAD Binary DXF|^\s*(?:999[ \t\r]*\n[^\n]*\n[ \t]*)*0[ \t\r]*\n[ \t]*SECTION/.test(latin1(bytes)),
  spatialite: isSqlite,
  openstreetmap: (bytes) =>
    /<osm[\s>]/.test(asText(bytes) ?? '') || latin1(bytes.subarray(0, 20)).includes('OSMHeader'),
  filegdb: () => true,
  geotiff: (bytes) =>
    [
      [0x49, 0x49, 0x2a, 0],
      [0x4d, 0x4d, 0, 0x2a],
      [0x49, 0x49, 0x2b, 0],
      [0x4d, 0x4d, 0, 0x2b],
    ].some((mark) => startsWith(bytes, mark)),
  jpeg: (bytes) => startsWith(bytes, [0xff, 0xd8, 0xff]),
  png: (bytes) => startsWith(bytes, [0x89, 0x50, 0x4e, 0x47]),
  envi: () => true,
  netcdf: (bytes) => startsWith(bytes, [0x43, 0x44, 0x46]) || isHdf5(bytes),
  hdf5: isHdf5,
  zarr: (bytes) => startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]),
  zip: (bytes) => startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]),
};

/** dBASE III to V and FoxPro, with notes and without. */
const dbaseVersions = new Set([0x02, 0x03, 0x04, 0x05, 0x30, 0x31, 0x32, 0x83, 0x8b, 0x8c, 0xf5]);

/** Its mark is at the start, or after 512, 1024, … bytes of something else. */
function isHdf5(bytes: Uint8Array): boolean {
  return [0, 512, 1_024, 2_048].some((at) => startsWith(bytes, [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a], at));
}

function isSqlite(bytes: Uint8Array): boolean {
  return latin1(bytes.subarray(0, 16)) === 'SQLite format 3\0';
}

function latin1(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes.subarray(0, SIGNATURE_BYTES));
}

function startsWith(bytes: Uint8Array, mark: number[], at = 0): boolean {
  return bytes.length >= at + mark.length && mark.every((byte, index) => bytes[at + index] === byte);
}

/** The bytes as text without a byte order mark, or null where a NUL says that they are none. */
function asText(bytes: Uint8Array): string | null {
  if (startsWith(bytes, [0xff, 0xfe])) return new TextDecoder('utf-16le').decode(bytes);
  if (startsWith(bytes, [0xfe, 0xff])) return new TextDecoder('utf-16be').decode(bytes);
  const head = bytes.subarray(0, SIGNATURE_BYTES);
  return head.includes(0) ? null : new TextDecoder().decode(head);
}
