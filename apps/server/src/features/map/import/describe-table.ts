import {
  coordinateColumns,
  emptyBbox,
  extendBbox,
  FILE_FORMATS,
  forEachPosition,
  isEmptyBbox,
  type Geometry,
} from '@groma/geo';
import { CellTypes } from './cell-types.ts';
import type { FileDescription } from './file-description.ts';
import { sampleRows } from './placed-rows.ts';
import { RowReader } from './read-csv.ts';
import { TableText, type TableRequest } from './table-text.ts';
import { uniqueNames } from './unique-names.ts';

/**
 * Says what a table of text holds: its columns, its rows, and where they lie if two columns are longitude and latitude
 * or one is WKT. It is read to its end, in an encoding that is a guess if nobody has said it.
 */
export async function describeTable(request: TableRequest): Promise<FileDescription> {
  const table = await TableText.openAsGuessed(request);
  const types = new CellTypes();
  const bbox = emptyBbox();
  const kinds = new Set<string>();
  let [header, reader, count]: [string[], RowReader | null, number] = [[], null, -1];
  let sample: string[][] = [];
  const place = (row: string[]) => {
    const geometry = reader && geometryOf(reader, row);
    if (!geometry) return;
    kinds.add(geometry.type);
    forEachPosition(geometry, ([x, y]) => extendBbox(bbox, x!, y!));
  };
  const endSample = () => {
    const columns = coordinateColumns(header, sample);
    reader = columns && new RowReader(header, columns, types);
    for (const row of sample) place(row);
    sample = [];
  };
  for await (const row of table.rows()) {
    if (++count === 0) {
      header = uniqueNames(row);
      continue;
    }
    types.take(row);
    if (count > sampleRows) place(row);
    else sample.push(row);
    if (count === sampleRows) endSample();
  }
  if (count < sampleRows) endSample();
  const [west, south, east, north] = bbox;
  const isOnEarth = !isEmptyBbox(bbox) && west >= -180 && east <= 360 && south >= -90 && north <= 90;
  const extent: FileDescription['extent'] = isOnEarth ? [west, south, east, north] : null;
  const layer = {
    name: request.fileName.replace(/\.[^.]+$/, ''),
    geometry: kinds.size === 0 ? null : [...kinds].join(', '),
    count: Math.max(0, count),
    extent,
    crs: isOnEarth ? { name: 'WGS 84', code: 'EPSG:4326' } : null,
    columns: types.columns(header).map(({ name, type }) => ({ name, type })),
  };
  return {
    format: FILE_FORMATS.csv.label,
    extent,
    layers: [layer],
    raster: null,
    text: { encoding: table.encoding, isGuessed: table.certainty === 'likely' || table.certainty === 'unsure' },
  };
}

function geometryOf(reader: RowReader, row: string[]): Geometry | null {
  try {
    return reader.geometry(row);
  } catch {
    return null;
  }
}
