import { open } from 'node:fs/promises';
import type { DecodedArray } from 'hyparquet';
import { coordinateColumns, parseWkt, type Geometry } from '@groma/geo';
import { GdalMissing } from '../../../platform/gdal/gdal-sandbox.ts';
import { ImportError } from './import-error.ts';
import { requireColumns } from './import-limits.ts';
import type { ImportedLayer, ReadRequest } from './imported-layer.ts';
import { LayerWriter, layerNameOfFile } from './layer-writer.ts';
import { crsDefinition, parquetGeometry } from './parquet-geometry.ts';
import { ParquetFile, type RowGroup } from './parquet-file.ts';
import { parquetColumns, type ParquetColumn } from './parquet-columns.ts';
import { ProjectedFeatures, projectionToDegrees } from './projection.ts';

/** Where the geometry of a row comes from. */
type Place = {
  columns: string[];
  left: ReadonlySet<string>;
  crs: string | null;
  geometry: (values: readonly unknown[]) => Geometry | null;
};

/**
 * Reads GeoParquet 1.1 as one layer, row group by row group: geometries as WKB or in the encodings of GeoArrow, and
 * plain Parquet with columns of coordinates or WKT as a table (VEC-010).
 */
export async function readGeoParquet(request: ReadRequest): Promise<ImportedLayer[]> {
  const { fileName, signal } = request;
  const file = await open(request.sourcePath);
  try {
    const parquet = await ParquetFile.open(file, signal);
    const columns = parquetColumns(parquet.metadata);
    const names = columns.map(({ name }) => name);
    const place = placeOf(parquet, names, request);
    const crs = request.assumedCrs ?? place.crs;
    const projection = crs === null ? null : await projectionToDegrees(crs, fileName, signal);
    const properties = columns.filter(({ name }) => !place.left.has(name));
    const total = parquet.rowCount || 1;
    const writer: LayerWriter = new LayerWriter(layerNameOfFile(fileName), request, () => writer.count / total);
    requireColumns(properties.length, fileName);
    writer.declareColumns(properties);
    if (crs !== null) [writer.crs, writer.crsDefinition] = [crs.startsWith('{') ? nameOf(crs) : crs, crs];
    const features = new ProjectedFeatures(projection, writer);
    let rowNumber = 0;
    for await (const group of parquet.rowGroups([
      ...new Set([...place.columns, ...properties.map(({ name }) => name)]),
    ])) {
      for (const row of rowsOf(group, place.columns, properties)) {
        rowNumber += 1;
        await addRow(writer, row, rowNumber, place, features);
      }
    }
    await features.end();
    return [writer.finish(0)];
  } catch (error) {
    if (
      error instanceof ImportError ||
      error instanceof GdalMissing ||
      signal.aborted ||
      (error as NodeJS.ErrnoException).code === 'ENOSPC'
    )
      throw error;
    throw new ImportError('unreadable', fileName, error instanceof Error ? error.message.slice(0, 300) : String(error));
  } finally {
    await file.close();
  }
}

/** Takes a row; what its geometry cannot be read of, or brought to degrees, is left out. */
async function addRow(
  writer: LayerWriter,
  row: { place: unknown[]; properties: Record<string, unknown> },
  rowNumber: number,
  place: Place,
  features: ProjectedFeatures,
): Promise<void> {
  let geometry: Geometry | null;
  try {
    geometry = place.geometry(row.place);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const [value] = row.place;
    return writer.leave(rowNumber, 'unreadable-geometry', error.message, {
      properties: row.properties,
      text: value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value),
    });
  }
  await features.add(geometry, row.properties, rowNumber);
}

function placeOf(
  parquet: ParquetFile,
  names: readonly string[],
  { fileName, assumedCrs, takesRows, table }: ReadRequest,
): Place {
  const found = parquetGeometry(parquet.metadata);
  if (found) {
    if (found.crs === null && assumedCrs === null) throw new ImportError('missing-crs', fileName);
    return {
      columns: [found.column],
      left: found.left,
      crs: found.crs === null ? null : crsDefinition(found.crs),
      geometry: ([value]) => found.read(value),
    };
  }
  const columns = table.hasNoPlaces ? null : coordinateColumns(names);
  if (!columns) {
    if (!takesRows) throw new ImportError('no-coordinates', fileName);
    return { columns: [], left: new Set(), crs: null, geometry: () => null };
  }
  if (columns.kind === 'wkt') {
    const column = names[columns.column]!;
    return {
      columns: [column],
      left: new Set([column]),
      crs: null,
      geometry: ([value]) => (typeof value === 'string' && value.trim() ? parseWkt(value) : null),
    };
  }
  return {
    columns: [names[columns.longitude]!, names[columns.latitude]!],
    left: new Set(),
    crs: null,
    geometry: ([x, y]) =>
      x === null || x === undefined || y === null || y === undefined
        ? null
        : { type: 'Point', coordinates: [Number(x), Number(y)] },
  };
}

function* rowsOf(
  { rows, columns }: RowGroup,
  place: readonly string[],
  wanted: readonly ParquetColumn[],
): Generator<{ place: unknown[]; properties: Record<string, unknown> }> {
  const places = place.map((name) => new Cells(columns.get(name)!));
  const cells = wanted.map(({ name }) => new Cells(columns.get(name)!));
  for (let row = 0; row < rows; row++) {
    const properties: Record<string, unknown> = {};
    for (let index = 0; index < wanted.length; index++)
      properties[wanted[index]!.name] = wanted[index]!.read(cells[index]!.next());
    yield { place: places.map((each) => each.next()), properties };
  }
}

/** The values of a column one after another, across the pieces it came in. */
class Cells {
  private readonly pieces: readonly DecodedArray[];
  private piece = 0;
  private at = 0;

  constructor(pieces: readonly DecodedArray[]) {
    this.pieces = pieces;
  }

  next(): unknown {
    while (this.at >= (this.pieces[this.piece]?.length ?? Infinity)) {
      this.piece++;
      this.at = 0;
    }
    return this.pieces[this.piece]?.[this.at++];
  }
}

function nameOf(projJson: string): string {
  return String((JSON.parse(projJson) as { name?: unknown }).name ?? 'PROJJSON');
}
