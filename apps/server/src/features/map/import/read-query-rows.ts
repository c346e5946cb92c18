import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { RecordBatchReader, type Field, type RecordBatch } from 'apache-arrow';
import { GdalMissing } from '../../../platform/gdal/gdal-sandbox.ts';
import { ImportError } from './import-error.ts';
import { requireColumns } from './import-limits.ts';
import type { ImportedLayer, ReadRequest } from './imported-layer.ts';
import { LayerWriter } from './layer-writer.ts';
import { ProjectedFeatures, projectionToDegrees } from './projection.ts';
import { pointOfCells } from './point-of-cells.ts';
import { queryColumns, type QueryColumn } from './query-columns.ts';
import { placeReader, saidSystem, type QueryPlace } from './query-place.ts';
import { uniqueNames } from './unique-names.ts';

/** WGS 84: the positions are degrees already. */
const degrees = 4326;

/**
 * Reads the rows of a query, an Arrow stream with the types of its database, as one layer that keeps these types. Their
 * places are a column of geometries, or two of degrees, which stay columns of the layer. Rows without a geometry
 * become features without a place; one in another reference system than the column is left out.
 */
export async function readQueryRows(request: ReadRequest): Promise<ImportedLayer[]> {
  const { sourcePath, fileName, signal } = request;
  const { size } = await stat(sourcePath);
  const source = createReadStream(sourcePath);
  try {
    const reader = await RecordBatchReader.from(source);
    await reader.open();
    const writer = new LayerWriter(fileName, request, () => Math.min(1, source.bytesRead / size));
    const rows = new QueryRows(reader.schema.fields, writer, request);
    for await (const batch of reader) await rows.take(batch);
    await rows.end();
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
    source.destroy();
  }
}

class QueryRows {
  readonly #writer: LayerWriter;
  readonly #request: ReadRequest;
  readonly #columns: readonly QueryColumn[];
  readonly #place: number;
  /** The names of the columns of longitudes and latitudes, where these are the places. */
  readonly #pair: readonly [string, string] | null;
  readonly #readPlace: (value: Uint8Array | string) => QueryPlace;
  /** Of the column, or of the first geometry that says one. */
  #system: number | null;
  #features: ProjectedFeatures | null = null;
  #row = 0;
  #isPlaced = false;

  constructor(fields: readonly Field[], writer: LayerWriter, request: ReadRequest) {
    const { geometryColumn: wanted, latitudeColumn } = request;
    const names = uniqueNames(fields.map(({ name }) => name));
    const indexOf = (wantedName: string | undefined) => fields.findIndex(({ name }) => name === wantedName);
    const pair = latitudeColumn === undefined ? null : ([indexOf(wanted), indexOf(latitudeColumn)] as const);
    this.#place = pair
      ? -1
      : wanted === undefined
        ? fields.findIndex(({ metadata }) => metadata.has('groma:geometry'))
        : indexOf(wanted);
    const field = fields[this.#place];
    if (pair?.includes(-1) || (!pair && !field && !request.takesRows))
      throw new ImportError('no-coordinates', request.fileName);
    this.#pair = pair && [names[pair[0]]!, names[pair[1]]!];
    requireColumns(field ? fields.length - 1 : fields.length, request.fileName);
    this.#columns = queryColumns(fields, names, this.#place);
    this.#readPlace = field ? placeReader(field) : () => ({ geometry: null, system: null });
    this.#system = field ? saidSystem(field) : null;
    this.#request = request;
    this.#writer = writer;
    writer.declareColumns(this.#columns);
  }

  async take(batch: RecordBatch): Promise<void> {
    const cells = this.#columns.map(({ name, reader }) => [name, reader(batch)] as const);
    const shapes = this.#place < 0 ? null : batch.getChildAt(this.#place);
    for (let at = 0; at < batch.numRows; at++) {
      const properties = Object.fromEntries(cells.map(([name, read]) => [name, read(at)]));
      if (this.#pair) await this.#addPoint(this.#pair, properties, ++this.#row);
      else await this.#add((shapes?.get(at) ?? null) as Uint8Array | string | null, properties, ++this.#row);
    }
  }

  /** @throws ImportError where no row has a geometry, unless rows are taken without. */
  async end(): Promise<void> {
    if (!this.#isPlaced && !this.#request.takesRows) throw new ImportError('no-places', this.#request.fileName);
    await this.#features?.end();
  }

  async #add(value: Uint8Array | string | null, properties: Record<string, unknown>, row: number): Promise<void> {
    let found: QueryPlace = { geometry: null, system: null };
    try {
      if (value !== null) found = this.#readPlace(value);
    } catch (error) {
      this.#isPlaced = true;
      return this.#writer.leave(row, 'unreadable-geometry', (error as Error).message, {
        properties,
        text: typeof value === 'string' ? value : Buffer.from(value!).toString('hex'),
      });
    }
    const { geometry, system } = found;
    if (geometry === null) return this.#writer.add(null, properties, row);
    this.#isPlaced = true;
    this.#system ??= system;
    if (system !== null && system !== this.#system) {
      return this.#writer.leave(
        row,
        'outside-crs',
        `its reference system is EPSG:${system}, that of the column is EPSG:${this.#system ?? degrees}`,
        { properties, geometry },
      );
    }
    this.#features ??= await this.#begin();
    await this.#features.add(geometry, properties, row);
  }

  async #addPoint(
    [longitude, latitude]: readonly [string, string],
    properties: Record<string, unknown>,
    row: number,
  ): Promise<void> {
    const point = pointOfCells(properties[longitude], properties[latitude]);
    if (point === null) return this.#writer.add(null, properties, row);
    this.#isPlaced = true;
    if (typeof point === 'string') return this.#writer.leave(row, 'unreadable-geometry', point, { properties });
    this.#features ??= await this.#begin();
    await this.#features.add(point, properties, row);
  }

  async #begin(): Promise<ProjectedFeatures> {
    const { fileName, signal } = this.#request;
    const crs = this.#system === null || this.#system === degrees ? null : `EPSG:${this.#system}`;
    if (crs !== null) this.#writer.crs = crs;
    return new ProjectedFeatures(crs === null ? null : await projectionToDegrees(crs, fileName, signal), this.#writer);
  }
}
