import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { CsvParser, coordinateColumns, detectDelimiter, parseWkt, type CoordinateColumns, type Geometry } from '@groma/geo';
import { CellTypes } from './cell-types.ts';
import { ImportError } from './import-error.ts';
import type { ImportedLayer, ReadRequest, TableReading } from './imported-layer.ts';
import { LayerWriter, layerNameOfFile } from './layer-writer.ts';
import { ProjectedFeatures, projectionToDegrees } from './projection.ts';

const HEAD_CHARACTERS = 64 * 1024;
const previewRows = 20;
const previewColumns = 100;
const previewCharacters = 200;

/**
 * Reads a table with coordinate columns as one layer (VEC-010). The file is read twice: once for what each column
 * holds, since 007 and 7 are told apart only by the whole column, and once for the features. A row without
 * coordinates becomes a feature without a place; a file in which no row has any is refused.
 */
export async function readCsv(request: ReadRequest): Promise<ImportedLayer[]> {
  const { sourcePath, fileName, signal } = request;
  const encoding = await encodingOf(sourcePath, signal);
  const table: Table = { path: sourcePath, encoding, delimiter: request.table.delimiter ?? detectDelimiter(await headOf(sourcePath, encoding)), signal };
  const types = new CellTypes();
  let header: string[] | null = null;
  for await (const row of rowsOf(table, () => {})) {
    if (header) types.take(row);
    else header = uniqueNames(row);
  }
  const columns = header && placeColumns(header, request.table);
  if (!header || !columns) throw new ImportError('no-coordinates', fileName);
  const projection = request.assumedCrs ? await projectionToDegrees(request.assumedCrs, fileName, signal) : null;
  const reader = new RowReader(header, columns, types, fileName);
  const { size } = await stat(sourcePath);
  let bytes = 0;
  const writer = new LayerWriter(layerNameOfFile(fileName), request, () => Math.min(1, 0.5 + bytes / size / 2));
  if (request.assumedCrs) writer.crs = request.assumedCrs;
  writer.declareColumns(reader.columns);
  let rowNumber = 0;
  const features = new ProjectedFeatures(projection, (geometry, properties) => { writer.add(geometry, properties); });
  for await (const row of rowsOf(table, (read) => (bytes = read))) {
    if (rowNumber++ > 0) await features.add(reader.geometry(row, rowNumber), reader.properties(row));
  }
  await features.end();
  if (writer.count > 0 && reader.placed === 0) throw new ImportError('no-coordinates', fileName);
  return [writer.finish(0)];
}

/** The columns a person named, else those whose names say what they are. */
function placeColumns(header: string[], { x, y, wkt }: TableReading): CoordinateColumns | null {
  const [column, longitude, latitude] = [wkt, x, y].map((name) => (name === undefined ? -1 : header.indexOf(name)));
  if (column! >= 0) return { kind: 'wkt', column: column! };
  if (longitude! >= 0 && latitude! >= 0) return { kind: 'pair', longitude: longitude!, latitude: latitude! };
  return wkt === undefined && x === undefined && y === undefined ? coordinateColumns(header) : null;
}

/** The head of a table: its first lines cut into cells, and where its places seem to be. */
export async function previewTable(path: string, delimiter: string | undefined, signal: AbortSignal): Promise<{ delimiter: string; encoding: string; header: string[]; rows: string[][]; place: CoordinateColumns | null }> {
  const encoding = await encodingOf(path, signal);
  const head = await headOf(path, encoding);
  const used = delimiter ?? detectDelimiter(head);
  // The last row may be cut off where the head ends.
  const rows = [...new CsvParser(used).push(head)].slice(0, previewRows + 1);
  if (rows.length < 2) rows.push(...[...new CsvParser(used).push(`${head}\n`)].slice(rows.length, previewRows + 1));
  const header = uniqueNames(rows[0] ?? []);
  const shown = rows.slice(1).map((row) => row.slice(0, previewColumns).map((cell) => cell.slice(0, previewCharacters)));
  return { delimiter: used, encoding, header, rows: shown, place: coordinateColumns(header) };
}

type Table = { path: string; encoding: string; delimiter: string; signal: AbortSignal };

class RowReader {
  /** Rows that have a place so far. */
  placed = 0;
  readonly columns: ReturnType<CellTypes['columns']>;
  private readonly header: string[];
  private readonly place: CoordinateColumns;
  private readonly types: CellTypes;
  private readonly fileName: string;

  constructor(header: string[], place: CoordinateColumns, types: CellTypes, fileName: string) {
    this.header = header;
    this.place = place;
    this.types = types;
    this.fileName = fileName;
    // WKT goes into the geometry; a second copy of it as text would only be in the way.
    this.columns = types.columns(header).filter((_, index) => !this.isGeometry(index));
  }

  properties(row: string[]): Record<string, unknown> {
    const properties: Record<string, unknown> = {};
    this.header.forEach((name, index) => {
      if (!this.isGeometry(index)) properties[name] = this.types.value(index, row[index] ?? '');
    });
    return properties;
  }

  geometry(row: string[], rowNumber: number): Geometry | null {
    const geometry = this.place.kind === 'wkt' ? this.fromWkt(row[this.place.column] ?? '', rowNumber) : this.fromPair(row[this.place.longitude] ?? '', row[this.place.latitude] ?? '', rowNumber);
    if (geometry) this.placed++;
    return geometry;
  }

  private isGeometry(index: number): boolean {
    return this.place.kind === 'wkt' && index === this.place.column;
  }

  private fromWkt(text: string, rowNumber: number): Geometry | null {
    if (!text.trim()) return null;
    try {
      return parseWkt(text);
    } catch (error) {
      throw new ImportError('unreadable', this.fileName, `row ${rowNumber}: ${(error as Error).message}`);
    }
  }

  private fromPair(longitude: string, latitude: string, rowNumber: number): Geometry | null {
    if (isNothing(longitude) || isNothing(latitude)) return null;
    const coordinates = [decimal(longitude), decimal(latitude)];
    if (coordinates.some(Number.isNaN)) throw new ImportError('unreadable', this.fileName, `row ${rowNumber}: "${longitude}" and "${latitude}" are no coordinates`);
    return { type: 'Point', coordinates };
  }
}

/** What stands in a table where there is no number, also as data frames write it. */
function isNothing(text: string): boolean {
  return /^\s*(?:nan|n\/?a|null|none|<na>)?\s*$/i.test(text);
}

/** A number with a point or, as in tables with semicolons, a comma. */
function decimal(text: string): number {
  return Number(text.trim().replace(/^(-?\d+),(\d+)$/, '$1.$2'));
}

/** Column names as given; an empty one is called after its place, a repeated one gets a number. */
function uniqueNames(row: string[]): string[] {
  const used = new Set<string>();
  return row.map((cell, index) => {
    const wanted = cell.trim() || `column ${index + 1}`;
    let name = wanted;
    for (let number = 2; used.has(name); number++) name = `${wanted} ${number}`;
    used.add(name);
    return name;
  });
}

async function* rowsOf({ path, encoding, delimiter, signal }: Table, onRead: (bytes: number) => void): AsyncGenerator<string[]> {
  const stream = createReadStream(path, { highWaterMark: 1 << 20, signal });
  const decoder = new TextDecoder(encoding);
  const parser = new CsvParser(delimiter);
  for await (const chunk of stream) {
    onRead(stream.bytesRead);
    yield* parser.push(decoder.decode(chunk as Buffer, { stream: true }));
  }
  yield* parser.push(decoder.decode());
  yield* parser.end();
}

async function headOf(path: string, encoding: string): Promise<string> {
  let text = '';
  const decoder = new TextDecoder(encoding);
  for await (const chunk of createReadStream(path, { end: HEAD_CHARACTERS })) text += decoder.decode(chunk as Buffer, { stream: true });
  return text;
}

/** UTF-8 (or UTF-16 with its mark), and Windows-1252, which every byte fits, for what is not UTF-8. */
async function encodingOf(path: string, signal: AbortSignal): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let first = true;
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20, signal })) {
      const bytes = chunk as Buffer;
      if (first && bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
      first = false;
      decoder.decode(bytes, { stream: true });
    }
    decoder.decode();
    return 'utf-8';
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252';
    throw error;
  }
}
