import { open } from 'node:fs/promises';
import type { DecodedArray } from 'hyparquet';
import { coordinateColumns, parseWkt, type Geometry } from '@groma/geo';
import { ImportError } from './import-error.ts';
import type { ImportedLayer, ReadRequest } from './imported-layer.ts';
import { LayerWriter, layerNameOfFile } from './layer-writer.ts';
import { crsDefinition, parquetGeometry } from './parquet-geometry.ts';
import { ParquetFile, type RowGroup } from './parquet-file.ts';
import { parquetColumns, type ParquetColumn } from './parquet-columns.ts';
import { projectGeometry, projectionToDegrees } from './projection.ts';

/** Where the geometry of a row comes from. */
type Place = { columns: string[]; left: ReadonlySet<string>; crs: string | null; geometry: (values: readonly unknown[]) => Geometry | null };

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
    const project = crs === null ? null : await projectionToDegrees(crs, fileName, signal);
    const properties = columns.filter(({ name }) => !place.left.has(name));
    const total = parquet.rowCount || 1;
    const writer: LayerWriter = new LayerWriter(layerNameOfFile(fileName), request, () => writer.count / total);
    writer.declareColumns(properties);
    if (crs !== null) writer.crs = crs.startsWith('{') ? nameOf(crs) : crs;
    for await (const group of parquet.rowGroups([...new Set([...place.columns, ...properties.map(({ name }) => name)])])) {
      for (const row of rowsOf(group, place.columns, properties)) {
        const geometry = place.geometry(row.place);
        writer.add(geometry && project ? projectGeometry(geometry, project) : geometry, row.properties);
      }
    }
    return [writer.finish(0)];
  } catch (error) {
    if (error instanceof ImportError || signal.aborted || (error as NodeJS.ErrnoException).code === 'ENOSPC') throw error;
    throw new ImportError('unreadable', fileName, error instanceof Error ? error.message.slice(0, 300) : String(error));
  } finally {
    await file.close();
  }
}

function placeOf(parquet: ParquetFile, names: readonly string[], { fileName, assumedCrs }: ReadRequest): Place {
  const found = parquetGeometry(parquet.metadata);
  if (found) {
    if (found.crs === null && assumedCrs === null) throw new ImportError('missing-crs', fileName);
    return { columns: [found.column], left: found.left, crs: found.crs === null ? null : crsDefinition(found.crs), geometry: ([value]) => found.read(value) };
  }
  const columns = coordinateColumns(names);
  if (!columns) throw new ImportError('no-coordinates', fileName);
  if (columns.kind === 'wkt') {
    const column = names[columns.column]!;
    return { columns: [column], left: new Set([column]), crs: null, geometry: ([value]) => (typeof value === 'string' && value.trim() ? parseWkt(value) : null) };
  }
  return {
    columns: [names[columns.longitude]!, names[columns.latitude]!], left: new Set(), crs: null,
    geometry: ([x, y]) => (x === null || x === undefined || y === null || y === undefined ? null : { type: 'Point', coordinates: [Number(x), Number(y)] }),
  };
}

function* rowsOf({ rows, columns }: RowGroup, place: readonly string[], wanted: readonly ParquetColumn[]): Generator<{ place: unknown[]; properties: Record<string, unknown> }> {
  const places = place.map((name) => new Cells(columns.get(name)!));
  const cells = wanted.map(({ name }) => new Cells(columns.get(name)!));
  for (let row = 0; row < rows; row++) {
    const properties: Record<string, unknown> = {};
    for (let index = 0; index < wanted.length; index++) properties[wanted[index]!.name] = wanted[index]!.read(cells[index]!.next());
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
