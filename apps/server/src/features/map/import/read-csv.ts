import { stat } from 'node:fs/promises';
import { CsvParser, type CoordinateColumns, type Geometry } from '@groma/geo';
import type { ImportPreview } from '@groma/protocol';
import { CellTypes } from './cell-types.ts';
import { ImportError } from './import-error.ts';
import { requireColumns } from './import-limits.ts';
import type { ImportedLayer, ReadRequest } from './imported-layer.ts';
import { LayerWriter, layerNameOfFile } from './layer-writer.ts';
import { placeColumns, placeOfCells, sampleRows } from './placed-rows.ts';
import { ProjectedFeatures, projectionToDegrees } from './projection.ts';
import { TableText, type TableRequest } from './table-text.ts';
import { uniqueNames } from './unique-names.ts';

const previewRows = 20;
const previewColumns = 100;
const previewCharacters = 200;

/**
 * Reads a table with coordinate columns as one layer (VEC-010). The file is read twice: once for what each column
 * holds, since 007 and 7 are told apart only by the whole column, and once for the features. A row without
 * coordinates becomes a feature without a place, one with coordinates that are none is left out; a file in which no row
 * has any is refused, unless its rows are wanted. Rows are numbered as in a spreadsheet, the header being the first.
 */
export async function readCsv(request: ReadRequest): Promise<ImportedLayer[]> {
  const { sourcePath, fileName, signal } = request;
  const table = await TableText.open(request);
  const types = new CellTypes();
  let header: string[] | null = null;
  const sample: string[][] = [];
  for await (const row of table.rows()) {
    if (header) {
      types.take(row);
      if (sample.length < sampleRows) sample.push(row);
    } else {
      requireColumns(row.length, fileName);
      header = uniqueNames(row);
    }
  }
  const columns = header && placeColumns(header, sample, request.table, request.takesRows);
  if (!header || (!columns && !request.takesRows)) throw new ImportError('no-coordinates', fileName);
  const projection = request.assumedCrs ? await projectionToDegrees(request.assumedCrs, fileName, signal) : null;
  const reader = new RowReader(header, columns, types);
  const { size } = await stat(sourcePath);
  let bytes = 0;
  const writer = new LayerWriter(layerNameOfFile(fileName), request, () => Math.min(1, 0.5 + bytes / size / 2));
  if (request.assumedCrs) writer.crs = request.assumedCrs;
  writer.text = table;
  writer.declareColumns(reader.columns);
  let rowNumber = 0;
  const features = new ProjectedFeatures(projection, writer);
  for await (const row of table.rows((read) => (bytes = read)))
    if (rowNumber++ > 0) await addRow(writer, reader, row, rowNumber, features);
  await features.end();
  if (writer.count > 0 && reader.placed === 0 && reader.misread === 0 && !request.takesRows)
    throw new ImportError('no-coordinates', fileName);
  sayOdd(writer, table, reader);
  return [writer.finish(0)];
}

async function addRow(
  writer: LayerWriter,
  reader: RowReader,
  row: string[],
  rowNumber: number,
  features: ProjectedFeatures,
): Promise<void> {
  const properties = reader.properties(row);
  let geometry: Geometry | null;
  try {
    geometry = reader.geometry(row);
  } catch (error) {
    reader.misread++;
    return writer.leave(rowNumber, 'unreadable-geometry', (error as Error).message, {
      properties,
      text: reader.geometryText(row),
    });
  }
  await features.add(geometry, properties, rowNumber);
}

function sayOdd(writer: LayerWriter, { openQuotes }: TableText, { longRows, firstLong }: RowReader): void {
  const [first] = openQuotes;
  if (first !== undefined)
    writer.warn(
      'open-quote',
      openQuotes.length,
      `row ${first} opens a quote that does not close${openQuotes.length > 1 ? `, and so do ${openQuotes.length - 1} more` : ''}; the quote was read as text.`,
    );
  if (longRows > 0)
    writer.warn(
      'extra-cells',
      longRows,
      `${longRows === 1 ? '1 row has' : `${longRows} rows have`} more cells than the header, first row ${firstLong}; the cells beyond it were left out.`,
    );
}

/**
 * The head of a table: its first lines cut into cells, and where its places seem to be.
 * @throws ImportError for more columns than a layer may have.
 */
export async function previewTable(request: TableRequest): Promise<NonNullable<ImportPreview['table']>> {
  const { encoding, certainty, head, delimiter } = await TableText.open(request);
  // The last row may be cut off where the head ends.
  const rows = [...new CsvParser(delimiter).push(head)].slice(0, previewRows + 1);
  if (rows.length < 2)
    rows.push(...[...new CsvParser(delimiter).push(`${head}\n`)].slice(rows.length, previewRows + 1));
  requireColumns(rows[0]?.length ?? 0, request.fileName);
  const header = uniqueNames(rows[0] ?? []);
  // As an import takes a row: cells beyond the header are left out, those that it lacks are empty.
  const shown = rows
    .slice(1)
    .map((row) => header.slice(0, previewColumns).map((_, index) => (row[index] ?? '').slice(0, previewCharacters)));
  return { delimiter, encoding, certainty, header, rows: shown, place: placeColumns(header, rows.slice(1), {}, true) };
}

/** Reads rows of a table as values and geometries. */
export class RowReader {
  /** Rows that have a place so far. */
  placed = 0;
  /** Rows with coordinates that cannot be read so far. */
  misread = 0;
  /** Rows with cells beyond the header, and the first of them. */
  longRows = 0;
  firstLong = 0;
  private seen = 1;
  private readonly header: string[];
  private readonly place: CoordinateColumns | null;
  private readonly types: CellTypes;

  constructor(header: string[], place: CoordinateColumns | null, types: CellTypes) {
    this.header = header;
    this.place = place;
    this.types = types;
  }

  /** WKT goes into the geometry; a second copy of it as text would only be in the way. */
  get columns(): ReturnType<CellTypes['columns']> {
    return this.types.columns(this.header).filter((_, index) => !this.isGeometry(index));
  }

  properties(row: string[]): Record<string, unknown> {
    this.seen++;
    if (row.length > this.header.length && row.slice(this.header.length).some((cell) => cell.trim() !== '')) {
      this.longRows++;
      this.firstLong ||= this.seen;
    }
    const properties: Record<string, unknown> = {};
    this.header.forEach((name, index) => {
      if (!this.isGeometry(index)) properties[name] = this.types.value(index, row[index] ?? '');
    });
    return properties;
  }

  /** @throws SyntaxError for coordinates that are none. */
  geometry(row: string[]): Geometry | null {
    if (!this.place) return null;
    const geometry = placeOfCells(this.place, (index) => row[index]);
    if (geometry) this.placed++;
    return geometry;
  }

  /** The text that should have been a geometry; coordinates in columns are among the properties. */
  geometryText(row: string[]): string {
    return this.place?.kind === 'wkt' ? (row[this.place.column] ?? '') : '';
  }

  private isGeometry(index: number): boolean {
    return this.place?.kind === 'wkt' && index === this.place.column;
  }
}
