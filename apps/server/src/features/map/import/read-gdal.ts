import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileFormat, Geometry } from '@groma/geo';
import { readExchange } from './exchange-file.ts';
import { CurvedGeometry } from './flatgeobuf-geometry.ts';
import { CutOff, readFlatGeobuf } from './flatgeobuf-stream.ts';
import { listed } from './column-warnings.ts';
import { holdsFineTimes } from './fine-times.ts';
import { isCutFlatGeobuf, RowFailure } from './gdal-failure.ts';
import { streamedProperties } from './streamed-properties.ts';
import { EXCHANGE_FILE, GdalSource, RAW_FILE } from './gdal-source.ts';
import { GDAL_FORMATS, type GdalFormat } from './gdal-format-table.ts';
import { GdalMissing, type GdalSetup } from '../../../platform/gdal/gdal-sandbox.ts';
import { ImportError } from './import-error.ts';
import type { ImportedLayer, ReadRequest } from './imported-layer.ts';
import type { LayerDescription, OgrColumn } from './ogr-layer.ts';
import { addPlacedRows } from './placed-rows.ts';
import { requireIndex, requireTextDxf } from './require-readable.ts';
import { LayerWriter, layerNameOfFile } from './layer-writer.ts';
import { cutShapes } from './shapefile-records.ts';
import { tidyProperties } from './tidy-properties.ts';
import { countsFrom1904 } from './workbook-dates.ts';
import { readTolerant } from './tolerant-exchange.ts';

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
  const source = new GdalSource(how, request, gdal);
  if (format === 'shapefile' || format === 'dbf') await source.findEncoding();
  const layers = await source.describe();
  if (format === 'spreadsheet' && (await countsFrom1904(request)))
    for (const column of layers.flatMap(({ columns }) => columns))
      if (column.type === 'date' || column.type === 'datetime') column.isFrom1904 = true;
  // KML has a layer for each folder, also for those that only hold folders; GPX has five.
  const wanted = how.hasEmptyLayers ? layers.filter(({ count }) => count !== 0) : layers;
  if (!wanted.length) throw new ImportError('no-layers', request.fileName);
  return new GdalReader(request, source).readAll(wanted);
}

/** A slower way to read a file of OpenStreetMap, for one whose nodes are not in the order of their numbers. */
const unsortedOptions = ['--config', 'OSM_USE_CUSTOM_INDEXING', 'NO'];

function isUnsorted(error: unknown): boolean {
  return error instanceof ImportError && error.detail.includes('OSM_USE_CUSTOM_INDEXING');
}

class GdalReader {
  private readonly how: GdalFormat;
  private readonly request: ReadRequest;
  private readonly source: GdalSource;

  constructor(request: ReadRequest, source: GdalSource) {
    this.how = source.how;
    this.request = request;
    this.source = source;
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
        const code = this.source.sourceCrs(layer) ?? layer.crsCode;
        writer.crs = code ?? layer.crsName ?? writer.crs;
        if (code === null) writer.crsDefinition = layer.crsWkt;
        writer.text = this.source.text;
        // What its texts say is found out as of any GeoJSON.
        if (!this.how.isKml)
          writer.declareColumns(
            this.how.drivers[0] === 'GeoJSON'
              ? layer.columns.map(({ name, type }) => (type === 'text' ? { name } : { name, type }))
              : layer.columns.filter(({ isUnread }) => !isUnread),
          );
        for (const { row, reason, detail, content } of this.request.leftBefore?.rows ?? [])
          writer.leaveBefore(row, reason, detail, content);
        return writer;
      };
      this.source.said.clear();
      const writer = await this.readLayer(layer, makeWriter).catch((error: unknown) => {
        // Of the sheets of a file those are taken that have places.
        if (layers.length > 1 && error instanceof ImportError && error.code === 'no-coordinates') return null;
        throw error;
      });
      if (writer === null) continue;
      await this.warnOfFineTimes(layer, writer);
      const { unread } = this.source;
      if (unread.length > 0)
        writer.warn(
          'column-left-out',
          unread.length,
          `columns were left out, since their type (notes, or one of FoxPro) cannot be read: ${listed(unread.map((name) => `"${name}"`))}.`,
        );
      if (this.source.said.size > 0)
        writer.warn('reader-said', this.source.said.size, `GDAL says: ${listed([...this.source.said])}.`);
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
          ? await this.source.fineColumns(name, moments)
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
    if (this.source.canStream(layer) || (await this.source.holdsPlainShapes(layer))) {
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
      const report = (done: number) => writer.report(done);
      const stored = await this.source.storedGeometries(layer);
      await this.source.exchange(EXCHANGE_FILE, layer, ['-skipfailures', ...this.source.reprojection(layer)], report);
      await this.source.exchange(RAW_FILE, layer, ['-skipfailures'], report);
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
      const cut = this.source.isShapefile ? await cutShapes(this.request.sourcePath) : 0;
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

  /** Number of a row in the file, of which rows may have been left out before GDAL saw it. */
  private rowNumber(row: number): number {
    return this.request.leftBefore?.rowNumbers[row - 1] ?? row;
  }

  /** False where the layer holds what does not go through the stream. */
  private async readByStream(layer: LayerDescription, writer: LayerWriter): Promise<boolean> {
    const { columns } = layer;
    let isWhole = true;
    let isCurved = false;
    const exit = await this.source.stream(layer, async (output) => {
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
    this.source.requireSuccess(exit);
    // Of features without a place nothing comes through.
    if (!isWhole && writer.count === 0) return false;
    if (!isWhole) throw new ImportError('unreadable', this.request.fileName, 'the reader ended too early');
    return true;
  }

  private async readByExchange(layer: LayerDescription, writer: LayerWriter): Promise<void> {
    try {
      const exit = await this.source.exchange(EXCHANGE_FILE, layer, this.source.reprojection(layer), (done) =>
        writer.report(done),
      );
      this.source.requireSuccess(exit);
      await this.addExchanged(join(this.request.workFolder, EXCHANGE_FILE), layer, writer);
    } finally {
      await rm(join(this.request.workFolder, EXCHANGE_FILE), { force: true });
    }
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

  private addFeature(
    geometry: Geometry | null,
    properties: Record<string, unknown>,
    columns: OgrColumn[],
    writer: LayerWriter,
  ): void {
    writer.add(geometry, this.tidied(properties, columns), this.rowNumber(writer.count + 1));
  }

  private tidied(properties: Record<string, unknown>, columns: readonly OgrColumn[]): Record<string, unknown> {
    return tidyProperties(properties, columns, this.how.isKml ?? false, this.source.text);
  }

  private get isKmz(): boolean {
    return this.how === GDAL_FORMATS.kmz;
  }
}
