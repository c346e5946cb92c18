import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { EncodingGuess } from '../../../platform/text/guess-encoding.ts';
import { GdalSandbox, type GdalExit, type GdalSetup } from '../../../platform/gdal/gdal-sandbox.ts';
import { readDbfContent } from './dbf-content.ts';
import { readExchange } from './exchange-file.ts';
import { EXCHANGE } from './exchange-names.ts';
import { findFineTimes } from './fine-times.ts';
import { failureOf, warningsOfData } from './gdal-failure.ts';
import type { GdalFormat } from './gdal-format-table.ts';
import { ImportError } from './import-error.ts';
import type { ReadRequest } from './imported-layer.ts';
import { LayerText, requireEncoding } from './layer-text.ts';
import { DATES_AS_TEXT } from './ogr-dates.ts';
import { describeLayers, type LayerDescription } from './ogr-layer.ts';
import { findOtherShapes } from './plain-shapes.ts';
import { shapefileEncoding } from './shapefile-encoding.ts';
import { shapefileRecords } from './shapefile-records.ts';
import type { StoredGeometry } from './tolerant-exchange.ts';
import { findWideIntegers, selectWide, WIDE_OPTIONS } from './wide-integers.ts';

/** Tables in which QGIS keeps its own affairs. */
const BOOKKEEPING_TABLES = ['layer_styles', 'qgis_projects'];

/** Names of files in the work folder through which GDAL hands features over. */
export const EXCHANGE_FILE = 'exchange.gpkg';
export const RAW_FILE = 'exchange-raw.gpkg';

/** A file as the programs of GDAL see it: what is asked of them, and what they warned of. */
export class GdalSource {
  readonly how: GdalFormat;
  /** How the text of a shapefile is decoded; null where GDAL hands over UTF-8. */
  text: LayerText | null = null;
  /** What GDAL warned of in a layer. */
  readonly said = new Set<string>();
  /** Columns of the file that GDAL cannot read. */
  readonly unread: string[] = [];
  private readonly request: ReadRequest;
  private readonly sandbox: GdalSandbox;
  private readonly target: string;

  constructor(how: GdalFormat, request: ReadRequest, gdal: GdalSetup) {
    this.how = how;
    this.request = request;
    this.sandbox = new GdalSandbox(request, gdal, how.drivers);
    this.target = `${how.prefix ?? ''}${this.sandbox.source}`;
  }

  /** @throws ImportError where the encoding of a shapefile is not sure and nobody said it. */
  async findEncoding(): Promise<void> {
    const { encoding, sourcePath } = this.request;
    const guess: EncodingGuess | null =
      encoding === null ? await shapefileEncoding(sourcePath) : { encoding, certainty: 'declared' };
    if (guess === null) return;
    requireEncoding(guess, this.request);
    this.text = new LayerText(guess, this.request);
  }

  /** The layers of the file, without those of programs' own affairs. */
  async describe(): Promise<LayerDescription[]> {
    const { output, ...exit } = await this.sandbox.text('ogrinfo', [
      '-ro',
      '-so',
      '-al',
      '-nomd',
      '-wkt_format',
      'WKT1',
      ...this.openOptions,
      this.target,
    ]);
    this.requireSuccess(exit);
    const layers = describeLayers(output).filter(({ name }) => !BOOKKEEPING_TABLES.includes(name));
    for (const { columns } of layers)
      for (const column of columns) column.name = this.text?.decode(column.name) ?? column.name;
    if (this.isShapefile) await Promise.all(layers.map((layer) => this.lookIntoTable(layer)));
    if (this.isSqlite) for (const layer of layers) await this.widen(layer);
    return layers;
  }

  /** GDAL counts deleted records of a dBASE table, and takes the bytes of columns that it does not know for text. */
  private async lookIntoTable(layer: LayerDescription): Promise<void> {
    const found = await readDbfContent(this.request.sourcePath, this.request.signal);
    if (found === null) return;
    if (layer.count !== null) layer.count = Math.max(0, layer.count - found.deleted);
    if (found.columns.length !== layer.columns.length) return;
    for (const [index, { isUnread, isHidden }] of found.columns.entries()) {
      if (isUnread) layer.columns[index]!.isUnread = true;
      if (isUnread && !isHidden) this.unread.push(layer.columns[index]!.name);
    }
  }

  /** Has numbers beyond 32 bits read with all their digits. */
  private async widen(layer: LayerDescription): Promise<void> {
    const columns = layer.columns.filter(({ ogrType }) => ogrType === 'Integer');
    if (columns.length === 0) return;
    const sql = findWideIntegers(
      layer.name,
      columns.map(({ name }) => name),
    );
    const { output } = await this.sandbox.text('ogrinfo', ['-ro', '-q', '-sql', sql, ...this.openOptions, this.target]);
    const wide = columns.filter((_, index) => new RegExp(`^ +c${index} \\(Integer(64)?\\) = 1$`, 'm').test(output));
    if (wide.length === 0) return;
    for (const column of wide) column.isWide = true;
    layer.select = selectWide(layer, new Set(wide.map(({ name }) => name)));
  }

  /** Those of some columns of a GeoPackage whose date-times are finer than milliseconds. */
  async fineColumns(table: string, columns: readonly string[]): Promise<string[]> {
    const { output } = await this.sandbox.text('ogrinfo', [
      '-ro',
      '-q',
      '-sql',
      findFineTimes(table, columns),
      ...this.openOptions,
      this.target,
    ]);
    return columns.filter((_name, index) => new RegExp(`^ +c${index} \\(Integer\\) = 1$`, 'm').test(output));
  }

  /** Which rows have a geometry in the file itself, as far as its format lets that be asked. */
  async storedGeometries({ name, geometryColumn }: LayerDescription): Promise<(row: number) => StoredGeometry> {
    if (this.isShapefile) return shapefileRecords(this.request.sourcePath);
    if (this.how.drivers[0] !== 'GPKG' || geometryColumn === null) return () => 'none';
    const flags = join(this.request.workFolder, RAW_FILE);
    const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    try {
      const select = `SELECT (${quoted(geometryColumn)} IS NOT NULL) AS had FROM ${quoted(name)}`;
      const exit = await this.sandbox.stream(
        'ogr2ogr',
        [
          '-f',
          'GPKG',
          '-sql',
          select,
          '-nlt',
          'NONE',
          '-lco',
          `FID=${EXCHANGE.id}`,
          '-nln',
          EXCHANGE.table,
          ...this.openOptions,
          this.sandbox.output(RAW_FILE),
          this.target,
        ],
        drain,
      );
      this.requireSuccess(exit);
      const had = Uint8Array.from(
        readExchange(flags, [{ name: 'had', type: 'integer' }], this.request.signal),
        ({ properties }) => Number(properties['had']),
      );
      return (row) => (had[row - 1] === 1 ? 'whole' : 'none');
    } finally {
      await rm(flags, { force: true });
    }
  }

  private get isSqlite(): boolean {
    return this.how.drivers[0] === 'SQLite';
  }

  get isShapefile(): boolean {
    return this.how.drivers[0] === 'ESRI Shapefile';
  }

  /** Heights of a layer that is not declared to have them, and lists, do not come through the stream. */
  canStream({ count, hasGeometry, heights, isCurved, columns }: LayerDescription): boolean {
    // A stream of no features has no end.
    return (
      count !== null &&
      count > 0 &&
      hasGeometry &&
      !isCurved &&
      (heights !== 'unknown' || this.how.drivers[0] === 'FlatGeobuf') &&
      !columns.some(({ ogrType }) => ogrType.endsWith('List'))
    );
  }

  /**
   * Whether a GeoPackage layer that says nothing of it holds neither heights nor curves, so that all of it goes through
   * the stream.
   */
  async holdsPlainShapes({ name, geometryColumn, ...layer }: LayerDescription): Promise<boolean> {
    if (
      this.how.drivers[0] !== 'GPKG' ||
      geometryColumn === null ||
      !this.canStream({ ...layer, name, geometryColumn, heights: 'none' })
    )
      return false;
    const { output, code } = await this.sandbox.text('ogrinfo', [
      '-ro',
      '-q',
      '-sql',
      findOtherShapes(name, geometryColumn),
      ...this.openOptions,
      this.target,
    ]);
    return code === 0 && /\(Integer\) = 0$/m.test(output);
  }

  /** Hands a layer to `take` as FlatGeobuf, in degrees. */
  stream(layer: LayerDescription, take: (output: AsyncIterable<Buffer>) => Promise<void>): Promise<GdalExit> {
    // Files do not keep to the type they declare, which FlatGeobuf would insist on.
    const type = `GEOMETRY${layer.heights === 'all' ? 'Z' : ''}${layer.isMeasured ? 'M' : ''}`;
    const programArguments = [
      '-f',
      'FlatGeobuf',
      '-gt',
      'unlimited',
      ...this.reprojection(layer),
      '-nlt',
      type,
      '-lco',
      'SPATIAL_INDEX=NO',
      ...DATES_AS_TEXT,
      ...this.openOptions,
      '/vsistdout/stream.fgb',
      this.target,
      ...layerOf(layer),
    ];
    return this.sandbox.stream('ogr2ogr', programArguments, take);
  }
  /** Writes a layer into a GeoPackage of its own in the work folder; `report` takes how much is done, 0 to 1. */
  async exchange(
    name: string,
    layer: LayerDescription,
    how: string[],
    report: (done: number) => void,
  ): Promise<GdalExit> {
    const creation = ['SPATIAL_INDEX=NO', `FID=${EXCHANGE.id}`, `GEOMETRY_NAME=${EXCHANGE.geometry}`].flatMap(
      (option) => ['-lco', option],
    );
    const programArguments = [
      '-f',
      'GPKG',
      '-progress',
      '-gt',
      'unlimited',
      ...how,
      '-nlt',
      'CONVERT_TO_LINEAR',
      ...creation,
      '-nln',
      EXCHANGE.table,
      ...DATES_AS_TEXT,
      ...this.openOptions,
      this.sandbox.output(name),
      this.target,
      ...layerOf(layer),
    ];
    return this.sandbox.stream('ogr2ogr', programArguments, (output) => readProgress(output, report));
  }

  /** Writes a layer as it is, in another format, into a file of the work folder; `report` as in `exchange`. */
  copy(
    layer: LayerDescription,
    how: readonly string[],
    file: string,
    report: (done: number) => void,
  ): Promise<GdalExit> {
    const programArguments = [
      ...how,
      '-progress',
      '-gt',
      'unlimited',
      ...this.openOptions,
      this.sandbox.output(file),
      this.target,
      ...layerOf(layer),
    ];
    return this.sandbox.stream('ogr2ogr', programArguments, (output) => readProgress(output, report));
  }

  reprojection(layer: LayerDescription): string[] {
    const crs = this.sourceCrs(layer);
    return [...(crs ? ['-s_srs', crs] : []), ...(isPlaced(layer) ? ['-t_srs', 'EPSG:4326'] : [])];
  }

  /** The system to read with: the caller's, the file's own (null leaves it to GDAL), or that of the format. */
  sourceCrs(layer: LayerDescription): string | null {
    const { assumedCrs, fileName } = this.request;
    if (!isPlaced(layer)) return null;
    if (assumedCrs) return assumedCrs;
    if (layer.crs === 'known') return null;
    if (this.how.defaultCrs) return this.how.defaultCrs;
    if (layer.crs === 'local') throw new ImportError('unknown-crs', fileName, layer.crsName ?? 'a local one');
    const companion =
      this.how.drivers[0] === 'ESRI Shapefile' ? ' (there is no .prj file beside it, or it says nothing)' : '';
    throw new ImportError('missing-crs', fileName, companion);
  }

  private get openOptions(): string[] {
    // Each byte comes as the character of its number, and is decoded here.
    return [
      ...(this.how.openOptions ?? []),
      ...(this.isSqlite ? WIDE_OPTIONS : []),
      ...(this.text ? ['-oo', 'ENCODING=ISO-8859-1'] : []),
    ];
  }

  /** Notes what GDAL warned of. @throws ImportError, RowFailure where it failed */
  requireSuccess(exit: GdalExit): void {
    for (const warning of warningsOfData(exit)) this.said.add(warning);
    const failure = failureOf(exit, this.request.fileName);
    if (failure) throw failure;
  }
}

/** How a layer is asked for. */
function layerOf({ name, select }: LayerDescription): string[] {
  return select === undefined ? [name] : ['-sql', select];
}

/** Whether anything of a layer has to be brought to degrees. */
function isPlaced({ hasGeometry, count }: LayerDescription): boolean {
  return hasGeometry && count !== 0;
}

/** What `-progress` prints, told as a share from 0 to 1. */
async function readProgress(output: AsyncIterable<Buffer>, report: (done: number) => void): Promise<void> {
  let text = '';
  for await (const chunk of output) {
    text += chunk.toString('latin1');
    report(Number(/(\d+)[^\d]*$/.exec(text)?.[1] ?? 0) / 100);
  }
}

async function drain(output: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of output) void chunk;
}
