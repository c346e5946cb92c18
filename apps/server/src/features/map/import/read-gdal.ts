import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileFormat, Geometry } from '@groma/geo';
import { readExchange } from './exchange-file.ts';
import { CurvedGeometry } from './flatgeobuf-geometry.ts';
import { CutOff, readFlatGeobuf } from './flatgeobuf-stream.ts';
import { listed } from './column-warnings.ts';
import { findFineTimes, holdsFineTimes } from './fine-times.ts';
import { failureOf, isCutFlatGeobuf, RowFailure, warningsOfData } from './gdal-failure.ts';
import { streamedProperties } from './streamed-properties.ts';
import { EXCHANGE } from './exchange-names.ts';
import { GDAL_FORMATS, type GdalFormat } from './gdal-format-table.ts';
import { GdalMissing, GdalSandbox, type GdalExit, type GdalSetup } from '../../../platform/gdal/gdal-sandbox.ts';
import type { EncodingGuess } from '../../../platform/text/guess-encoding.ts';
import { ImportError } from './import-error.ts';
import type { ImportedLayer, ReadRequest } from './imported-layer.ts';
import { DATES_AS_TEXT } from './ogr-dates.ts';
import { describeLayers, type LayerDescription, type OgrColumn } from './ogr-layer.ts';
import { addPlacedRows } from './placed-rows.ts';
import { findOtherShapes } from './plain-shapes.ts';
import { requireIndex, requireTextDxf } from './require-readable.ts';
import { LayerText, requireEncoding } from './layer-text.ts';
import { LayerWriter, layerNameOfFile } from './layer-writer.ts';
import { shapefileEncoding } from './shapefile-encoding.ts';
import { cutShapes, shapefileRecords } from './shapefile-records.ts';
import { tidyProperties } from './tidy-properties.ts';
import { readTolerant, type StoredGeometry } from './tolerant-exchange.ts';

const EXCHANGE_FILE = 'exchange.gpkg';
const RAW_FILE = 'exchange-raw.gpkg';

/** Tables in which QGIS keeps its own affairs. */
const BOOKKEEPING_TABLES = ['layer_styles', 'qgis_projects'];

/** Reads every layer of a file with GDAL, brought to longitude and latitude. */
export async function readGdal(format: FileFormat, request: ReadRequest): Promise<ImportedLayer[]> {
  const how = GDAL_FORMATS[format];
  if (!how) throw new ImportError('unsupported-format', request.fileName);
  if (!request.gdal) throw new GdalMissing('GDAL is not installed (apt-get install gdal-bin)');
  if (format === 'shapefile') await requireIndex(request);
  if (format === 'dxf') await requireTextDxf(request);
  try {
    return await readLayers(format, how, request, request.gdal);
  } catch (error) {
    if (format !== 'openstreetmap' || !isUnsorted(error)) throw error;
    return readLayers(format, { ...how, openOptions: unsortedOptions }, request, request.gdal);
  }
}

async function readLayers(
  format: FileFormat,
  how: GdalFormat,
  request: ReadRequest,
  gdal: GdalSetup,
): Promise<ImportedLayer[]> {
  const reader = new GdalReader(how, request, new GdalSandbox(request, gdal, how.drivers));
  if (format === 'shapefile') await reader.findEncoding();
  const layers = await reader.describe();
  // KML has a layer for each folder, also for those that only hold folders; GPX has five.
  const wanted = how.hasEmptyLayers ? layers.filter(({ count }) => count !== 0) : layers;
  if (!wanted.length) throw new ImportError('no-layers', request.fileName);
  return reader.readAll(wanted);
}

/** A slower way to read a file of OpenStreetMap, for one whose nodes are not in the order of their numbers. */
const unsortedOptions = ['--config', 'OSM_USE_CUSTOM_INDEXING', 'NO'];

function isUnsorted(error: unknown): boolean {
  return error instanceof ImportError && error.detail.includes('OSM_USE_CUSTOM_INDEXING');
}

async function drain(output: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of output) void chunk;
}

class GdalReader {
  private readonly how: GdalFormat;
  private readonly request: ReadRequest;
  private readonly sandbox: GdalSandbox;
  private readonly target: string;
  /** How the text of a shapefile is decoded; null where GDAL hands over UTF-8. */
  private text: LayerText | null = null;
  /** What GDAL warned of in a layer. */
  private readonly said = new Set<string>();

  constructor(how: GdalFormat, request: ReadRequest, sandbox: GdalSandbox) {
    this.how = how;
    this.request = request;
    this.sandbox = sandbox;
    this.target = `${how.prefix ?? ''}${sandbox.source}`;
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
    return layers;
  }

  async readAll(layers: LayerDescription[]): Promise<ImportedLayer[]> {
    const total = layers.reduce((sum, { count }) => sum + (count ?? 0), 0) || 1;
    const imported: ImportedLayer[] = [];
    let before = 0;
    for (const [index, layer] of layers.entries()) {
      const shown = layers.length === 1 ? layerNameOfFile(this.request.fileName) : layer.name;
      // What is exchanged by a file is written before it is read.
      const makeWriter = (isStreamed: boolean): LayerWriter => {
        const done = (): number =>
          isStreamed ? writer.count : (writer.converted * (layer.count ?? 0) + writer.count) / 2;
        const writer: LayerWriter = new LayerWriter(shown, this.request, () => Math.min(1, (before + done()) / total));
        const code = this.sourceCrs(layer) ?? layer.crsCode;
        writer.crs = code ?? layer.crsName ?? writer.crs;
        if (code === null) writer.crsDefinition = layer.crsWkt;
        writer.text = this.text;
        // What its texts say is found out as of any GeoJSON.
        if (!this.how.isKml)
          writer.declareColumns(
            this.how.drivers[0] === 'GeoJSON'
              ? layer.columns.map(({ name, type }) => (type === 'text' ? { name } : { name, type }))
              : layer.columns,
          );
        for (const { row, reason, detail, content } of this.request.leftBefore?.rows ?? [])
          writer.leaveBefore(row, reason, detail, content);
        return writer;
      };
      this.said.clear();
      const writer = await this.readLayer(layer, makeWriter).catch((error: unknown) => {
        // Of the sheets of a file those are taken that have places.
        if (layers.length > 1 && error instanceof ImportError && error.code === 'no-coordinates') return null;
        throw error;
      });
      if (writer === null) continue;
      await this.warnOfFineTimes(layer, writer);
      if (this.said.size > 0) writer.warn('reader-said', this.said.size, `GDAL says: ${listed([...this.said])}.`);
      // Of what is counted only by reading, an empty layer is known now.
      if (this.how.hasEmptyLayers && writer.count === 0 && layer.count === null) writer.discard();
      else imported.push(writer.finish(index));
      before += writer.count;
    }
    if (imported.length === 0)
      throw new ImportError(this.how.isTable ? 'no-coordinates' : 'no-layers', this.request.fileName);
    return imported;
  }

  /** GDAL keeps milliseconds of a date-time, and says nothing of what it cuts. */
  private async warnOfFineTimes({ name, columns }: LayerDescription, writer: LayerWriter): Promise<void> {
    if (this.how.hasCoarseTimes) return;
    const moments = columns.filter(({ ogrType }) => ogrType === 'DateTime').map((column) => column.name);
    const fine =
      moments.length === 0
        ? []
        : this.how.drivers[0] === 'GPKG'
          ? await this.fineColumns(name, moments)
          : (await holdsFineTimes(this.request, this.isKmz))
            ? moments
            : [];
    if (fine.length > 0)
      writer.warn(
        'time-cut',
        fine.length,
        `date-times were cut to milliseconds in ${listed(fine.map((column) => `"${column}"`))}.`,
      );
  }

  private async fineColumns(table: string, columns: readonly string[]): Promise<string[]> {
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

  private async readLayer(
    layer: LayerDescription,
    makeWriter: (isStreamed: boolean) => LayerWriter,
  ): Promise<LayerWriter> {
    const writers: LayerWriter[] = [];
    const begin = (isStreamed: boolean): LayerWriter => {
      writers.at(-1)?.discard();
      const writer = makeWriter(isStreamed);
      writers.push(writer);
      return writer;
    };
    try {
      return await this.readStrictly(layer, begin);
    } catch (error) {
      const last = writers.at(-1);
      if (!(error instanceof RowFailure)) throw error;
      if (last && isCutFlatGeobuf(error, this.how) && last.count > 0 && layer.count !== null)
        return this.asCut(last, layer.count);
      const writer = begin(false);
      await this.readTolerantly(layer, writer);
      return writer;
    }
  }

  /** What came before the end of the file is whole. */
  private asCut(writer: LayerWriter, wanted: number): LayerWriter {
    const [whole, missing] = [writer.count, wanted - writer.count];
    if (missing > 0) writer.leaveMany(missing, whole + 1, 'cut-off', 'the file ends, or is damaged, before it');
    writer.warn('cut-off', missing, `it is not whole: ${whole} of ${wanted} features could be read.`);
    return writer;
  }

  private async readStrictly(
    layer: LayerDescription,
    begin: (isStreamed: boolean) => LayerWriter,
  ): Promise<LayerWriter> {
    if (this.canStream(layer) || (await this.holdsPlainShapes(layer))) {
      const writer = begin(true);
      // Features without a place do not come through the stream, nor do curves where none were declared.
      if ((await this.readByStream(layer, writer)) && layer.count === writer.count) return writer;
    }
    const writer = begin(false);
    await this.readByExchange(layer, writer);
    if (layer.count !== null && layer.count !== writer.count) {
      throw new ImportError(
        'unreadable',
        this.request.fileName,
        `"${layer.name}" should have ${layer.count} features, ${writer.count} could be read`,
      );
    }
    return writer;
  }

  /** Reads on after failures, and tells by a second reading in the coordinates of the file which rows they cost. */
  private async readTolerantly(layer: LayerDescription, writer: LayerWriter): Promise<void> {
    const { workFolder, signal } = this.request;
    const [projected, raw] = [EXCHANGE_FILE, RAW_FILE].map((name) => join(workFolder, name)) as [string, string];
    try {
      const stored = await this.storedGeometries(layer);
      await this.exchange(EXCHANGE_FILE, layer, ['-skipfailures', ...this.reprojection(layer)], writer);
      await this.exchange(RAW_FILE, layer, ['-skipfailures'], writer);
      for (const { row, geometry, properties, problem } of readTolerant({
        projected,
        raw,
        columns: layer.columns,
        stored,
        signal,
      })) {
        if (problem)
          writer.leave(this.rowNumber(row), problem.reason, problem.detail, {
            geometry,
            properties: this.tidied(properties, layer.columns),
          });
        else writer.add(geometry, this.tidied(properties, layer.columns), this.rowNumber(row));
      }
      const cut = this.isShapefile ? await cutShapes(this.request.sourcePath) : 0;
      if (cut > 0)
        writer.warn(
          'cut-off',
          cut,
          `it is not whole: it ends before ${cut === 1 ? 'its last shape' : `its last ${cut} shapes`}.`,
        );
    } catch (error) {
      throw this.asImportError(error, writer);
    } finally {
      await rm(projected, { force: true });
      await rm(raw, { force: true });
    }
  }

  /** Which rows have a geometry in the file itself, as far as its format lets that be asked. */
  private async storedGeometries({ name, geometryColumn }: LayerDescription): Promise<(row: number) => StoredGeometry> {
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

  private get isShapefile(): boolean {
    return this.how.drivers[0] === 'ESRI Shapefile';
  }

  /** Number of a row in the file, of which rows may have been left out before GDAL saw it. */
  private rowNumber(row: number): number {
    return this.request.leftBefore?.rowNumbers[row - 1] ?? row;
  }

  /** Heights of a layer that is not declared to have them, and lists, do not come through the stream. */
  private canStream({ count, hasGeometry, heights, isCurved, columns }: LayerDescription): boolean {
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
  private async holdsPlainShapes({ name, geometryColumn, ...layer }: LayerDescription): Promise<boolean> {
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

  /** False where the layer holds what does not go through the stream. */
  private async readByStream(layer: LayerDescription, writer: LayerWriter): Promise<boolean> {
    const { columns } = layer;
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
      layer.name,
    ];
    let isWhole = true;
    let isCurved = false;
    const exit = await this.sandbox.stream('ogr2ogr', programArguments, async (output) => {
      try {
        for await (const batch of readFlatGeobuf(output)) {
          for (const { geometry, values } of batch)
            this.addFeature(geometry, streamedProperties(values, columns), columns, writer);
        }
      } catch (error) {
        // Why it was cut off is for GDAL to say.
        if (error instanceof CutOff) isWhole = false;
        else if (error instanceof CurvedGeometry) isCurved = true;
        else throw this.asImportError(error, writer);
      }
    });
    if (isCurved) return false;
    this.requireSuccess(exit);
    // Of features without a place nothing comes through.
    if (!isWhole && writer.count === 0) return false;
    if (!isWhole) throw new ImportError('unreadable', this.request.fileName, 'the reader ended too early');
    return true;
  }

  private async readByExchange(layer: LayerDescription, writer: LayerWriter): Promise<void> {
    try {
      const exit = await this.exchange(EXCHANGE_FILE, layer, this.reprojection(layer), writer);
      this.requireSuccess(exit);
      await this.addExchanged(join(this.request.workFolder, EXCHANGE_FILE), layer, writer);
    } finally {
      await rm(join(this.request.workFolder, EXCHANGE_FILE), { force: true });
    }
  }

  private async exchange(name: string, layer: LayerDescription, how: string[], writer: LayerWriter): Promise<GdalExit> {
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
      layer.name,
    ];
    return this.sandbox.stream('ogr2ogr', programArguments, async (output) => {
      let text = '';
      for await (const chunk of output) {
        text += chunk.toString('latin1');
        writer.report(Number(/(\d+)[^\d]*$/.exec(text)?.[1] ?? 0) / 100);
      }
    });
  }

  private async addExchanged(path: string, layer: LayerDescription, writer: LayerWriter): Promise<void> {
    try {
      if (!layer.hasGeometry) {
        const rows = () => readExchange(path, layer.columns, this.request.signal);
        const tidied = (properties: Record<string, unknown>) => this.tidied(properties, layer.columns);
        if (await addPlacedRows({ rows, columns: layer.columns, tidied }, this.request, writer)) return;
        if (this.how.isTable && !this.request.takesRows) throw new ImportError('no-coordinates', this.request.fileName);
      }
      for (const { geometry, properties } of readExchange(path, layer.columns, this.request.signal))
        this.addFeature(geometry, properties, layer.columns, writer);
    } catch (error) {
      throw this.asImportError(error, writer);
    }
  }

  private asImportError(error: unknown, writer: LayerWriter): unknown {
    return error instanceof TypeError || error instanceof RangeError
      ? new ImportError('unreadable', this.request.fileName, `feature ${writer.count + 1}: ${error.message}`)
      : error;
  }

  private reprojection(layer: LayerDescription): string[] {
    const crs = this.sourceCrs(layer);
    return [...(crs ? ['-s_srs', crs] : []), ...(isPlaced(layer) ? ['-t_srs', 'EPSG:4326'] : [])];
  }

  /** The system to read with: the caller's, the file's own (null leaves it to GDAL), or that of the format. */
  private sourceCrs(layer: LayerDescription): string | null {
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

  private addFeature(
    geometry: Geometry | null,
    properties: Record<string, unknown>,
    columns: OgrColumn[],
    writer: LayerWriter,
  ): void {
    writer.add(geometry, this.tidied(properties, columns), this.rowNumber(writer.count + 1));
  }

  private tidied(properties: Record<string, unknown>, columns: readonly OgrColumn[]): Record<string, unknown> {
    return tidyProperties(properties, columns, this.how.isKml ?? false, this.text);
  }

  private get isKmz(): boolean {
    return this.how === GDAL_FORMATS.kmz;
  }

  private get openOptions(): string[] {
    // Each byte comes as the character of its number, and is decoded here.
    return [...(this.how.openOptions ?? []), ...(this.text ? ['-oo', 'ENCODING=ISO-8859-1'] : [])];
  }

  private requireSuccess(exit: GdalExit): void {
    for (const warning of warningsOfData(exit)) this.said.add(warning);
    const failure = failureOf(exit, this.request.fileName);
    if (failure) throw failure;
  }
}

/** Whether anything of a layer has to be brought to degrees. */
function isPlaced({ hasGeometry, count }: LayerDescription): boolean {
  return hasGeometry && count !== 0;
}
