import { rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { shortestFloat32, type FileFormat, type Geometry } from '@groma/geo';
import { readExchange } from './exchange-file.ts';
import { CurvedGeometry } from './flatgeobuf-geometry.ts';
import { CutOff, readFlatGeobuf } from './flatgeobuf-stream.ts';
import { streamedProperties } from './streamed-properties.ts';
import { EXCHANGE } from './exchange-names.ts';
import { GDAL_FORMATS, type GdalFormat } from './gdal-format-table.ts';
import { GdalMissing, GdalSandbox, gdalComplaint, type GdalExit } from '../../../platform/gdal/gdal-sandbox.ts';
import { ImportError } from './import-error.ts';
import type { ImportedLayer, ReadRequest } from './imported-layer.ts';
import { DATES_AS_TEXT } from './ogr-dates.ts';
import { describeLayers, type LayerDescription, type OgrColumn } from './ogr-layer.ts';
import { findOtherShapes } from './plain-shapes.ts';
import { LayerWriter, layerNameOfFile } from './layer-writer.ts';

const EXCHANGE_FILE = 'exchange.gpkg';

/** Tables in which QGIS keeps its own affairs. */
const BOOKKEEPING_TABLES = ['layer_styles', 'qgis_projects'];

/** Values the KML driver writes for what a placemark does not say. */
const KML_DEFAULTS: Record<string, unknown[]> = { tessellate: [-1, 0], extrude: [-1, 0], visibility: [-1] };

/** Reads every layer of a file with GDAL, brought to longitude and latitude. */
export async function readGdal(format: FileFormat, request: ReadRequest): Promise<ImportedLayer[]> {
  const how = GDAL_FORMATS[format];
  if (!how) throw new ImportError('unsupported-format', request.fileName);
  if (!request.gdal) throw new GdalMissing('GDAL is not installed (apt-get install gdal-bin)');
  if (format === 'shapefile') await requireIndex(request);
  const reader = new GdalReader(how, request, new GdalSandbox(request, request.gdal, how.drivers));
  const layers = await reader.describe();
  // KML has a layer for each folder, also for those that only hold folders.
  const wanted = how.isKml ? layers.filter(({ count }) => count !== 0) : layers;
  if (!wanted.length) throw new ImportError('no-layers', request.fileName);
  return reader.readAll(wanted);
}

class GdalReader {
  private readonly how: GdalFormat;
  private readonly request: ReadRequest;
  private readonly sandbox: GdalSandbox;
  private readonly target: string;

  constructor(how: GdalFormat, request: ReadRequest, sandbox: GdalSandbox) {
    this.how = how;
    this.request = request;
    this.sandbox = sandbox;
    this.target = `${how.prefix ?? ''}${sandbox.source}`;
  }

  async describe(): Promise<LayerDescription[]> {
    const { output, ...exit } = await this.sandbox.text('ogrinfo', ['-ro', '-so', '-al', '-nomd', '-wkt_format', 'WKT1', ...this.openOptions, this.target]);
    this.requireSuccess(exit);
    return describeLayers(output).filter(({ name }) => !BOOKKEEPING_TABLES.includes(name));
  }

  async readAll(layers: LayerDescription[]): Promise<ImportedLayer[]> {
    const total = layers.reduce((sum, { count }) => sum + (count ?? 0), 0) || 1;
    const imported: ImportedLayer[] = [];
    let before = 0;
    for (const [index, layer] of layers.entries()) {
      const shown = layers.length === 1 ? layerNameOfFile(this.request.fileName) : layer.name;
      // What is exchanged by a file is written before it is read.
      const makeWriter = (isStreamed: boolean): LayerWriter => {
        const done = (): number => (isStreamed ? writer.count : (writer.converted * (layer.count ?? 0) + writer.count) / 2);
        const writer: LayerWriter = new LayerWriter(shown, this.request, () => Math.min(1, (before + done()) / total));
        writer.crs = this.sourceCrs(layer) ?? layer.crsCode ?? layer.crsName ?? writer.crs;
        // What its texts say is found out as of any GeoJSON.
        if (!this.how.isKml) writer.declareColumns(this.how.drivers[0] === 'GeoJSON' ? layer.columns.map(({ name, type }) => (type === 'text' ? { name } : { name, type })) : layer.columns);
        return writer;
      };
      const writer = await this.readLayer(layer, makeWriter);
      imported.push(writer.finish(index));
      before += writer.count;
    }
    return imported;
  }

  private async readLayer(layer: LayerDescription, makeWriter: (isStreamed: boolean) => LayerWriter): Promise<LayerWriter> {
    if (this.canStream(layer) || await this.holdsPlainShapes(layer)) {
      const writer = makeWriter(true);
      // Features without a place do not come through the stream, nor do curves where none were declared.
      if (await this.readByStream(layer, writer) && layer.count === writer.count) return writer;
    }
    const writer = makeWriter(false);
    await this.readByExchange(layer, writer);
    if (layer.count !== null && layer.count !== writer.count) {
      throw new ImportError('unreadable', this.request.fileName, `"${layer.name}" should have ${layer.count} features, ${writer.count} could be read`);
    }
    return writer;
  }

  /** Heights of a layer that is not declared to have them, and lists, do not come through the stream. */
  private canStream({ count, hasGeometry, heights, isCurved, columns }: LayerDescription): boolean {
    // A stream of no features has no end.
    return count !== null && count > 0 && hasGeometry && !isCurved && (heights !== 'unknown' || this.how.drivers[0] === 'FlatGeobuf') && !columns.some(({ ogrType }) => ogrType.endsWith('List'));
  }

  /** Whether a GeoPackage layer that says nothing of it holds neither heights nor curves, so that all of it goes through the stream. */
  private async holdsPlainShapes({ name, geometryColumn, ...layer }: LayerDescription): Promise<boolean> {
    if (this.how.drivers[0] !== 'GPKG' || geometryColumn === null || !this.canStream({ ...layer, name, geometryColumn, heights: 'none' })) return false;
    const { output, code } = await this.sandbox.text('ogrinfo', ['-ro', '-q', '-sql', findOtherShapes(name, geometryColumn), ...this.openOptions, this.target]);
    return code === 0 && /\(Integer\) = 0$/m.test(output);
  }

  /** False where the layer holds what does not go through the stream. */
  private async readByStream(layer: LayerDescription, writer: LayerWriter): Promise<boolean> {
    const { columns } = layer;
    // Files do not keep to the type they declare, which FlatGeobuf would insist on.
    const type = `GEOMETRY${layer.heights === 'all' ? 'Z' : ''}${layer.isMeasured ? 'M' : ''}`;
    const programArguments = ['-f', 'FlatGeobuf', '-gt', 'unlimited', ...this.reprojection(layer), '-nlt', type, '-lco', 'SPATIAL_INDEX=NO', ...DATES_AS_TEXT, ...this.openOptions, '/vsistdout/stream.fgb', this.target, layer.name];
    let isWhole = true;
    let isCurved = false;
    const exit = await this.sandbox.stream('ogr2ogr', programArguments, async (output) => {
      try {
        for await (const batch of readFlatGeobuf(output)) {
          for (const { geometry, values } of batch) this.addFeature(geometry, streamedProperties(values, columns), columns, writer);
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
    if (!isWhole) throw new ImportError('unreadable', this.request.fileName, 'the reader ended too early');
    return true;
  }

  private async readByExchange(layer: LayerDescription, writer: LayerWriter): Promise<void> {
    const exchange = join(this.request.workFolder, EXCHANGE_FILE);
    try {
      const creation = ['SPATIAL_INDEX=NO', `FID=${EXCHANGE.id}`, `GEOMETRY_NAME=${EXCHANGE.geometry}`].flatMap((option) => ['-lco', option]);
      const programArguments = ['-f', 'GPKG', '-progress', '-gt', 'unlimited', ...this.reprojection(layer), '-nlt', 'CONVERT_TO_LINEAR', ...creation,
        '-nln', EXCHANGE.table, ...DATES_AS_TEXT, ...this.openOptions, this.sandbox.output(EXCHANGE_FILE), this.target, layer.name];
      const exit = await this.sandbox.stream('ogr2ogr', programArguments, async (output) => {
        let text = '';
        for await (const chunk of output) {
          text += chunk.toString('latin1');
          writer.report(Number(/(\d+)[^\d]*$/.exec(text)?.[1] ?? 0) / 100);
        }
      });
      this.requireSuccess(exit);
      this.addExchanged(exchange, layer, writer);
    } finally {
      await rm(exchange, { force: true });
    }
  }

  private addExchanged(path: string, layer: LayerDescription, writer: LayerWriter): void {
    try {
      for (const { geometry, properties } of readExchange(path, layer.columns, this.request.signal)) this.addFeature(geometry, properties, layer.columns, writer);
    } catch (error) {
      throw this.asImportError(error, writer);
    }
  }

  private asImportError(error: unknown, writer: LayerWriter): unknown {
    return error instanceof TypeError || error instanceof RangeError ? new ImportError('unreadable', this.request.fileName, `feature ${writer.count + 1}: ${error.message}`) : error;
  }

  private reprojection(layer: LayerDescription): string[] {
    const crs = this.sourceCrs(layer);
    return [...(crs ? ['-s_srs', crs] : []), ...(layer.hasGeometry ? ['-t_srs', 'EPSG:4326'] : [])];
  }

  /** The system to read with: the caller's, the file's own (null leaves it to GDAL), or that of the format. */
  private sourceCrs(layer: LayerDescription): string | null {
    const { assumedCrs, fileName } = this.request;
    if (!layer.hasGeometry) return null;
    if (assumedCrs) return assumedCrs;
    if (layer.crs === 'known') return null;
    if (this.how.defaultCrs) return this.how.defaultCrs;
    if (layer.crs === 'local') throw new ImportError('unknown-crs', fileName, layer.crsName ?? 'a local one');
    const companion = this.how.drivers[0] === 'ESRI Shapefile' ? ' (there is no .prj file beside it, or it says nothing)' : '';
    throw new ImportError('missing-crs', fileName, companion);
  }

  private addFeature(geometry: Geometry | null, properties: Record<string, unknown>, columns: OgrColumn[], writer: LayerWriter): void {
    if (this.how.isKml) {
      for (const name in properties) if (properties[name] === null || KML_DEFAULTS[name]?.includes(properties[name])) delete properties[name];
    }
    for (const { name, type, isFloat32 } of columns) {
      if (isFloat32 && typeof properties[name] === 'number') properties[name] = shortestFloat32(properties[name]);
      // GDAL writes JSON fields as JSON; one that holds mere text would make its column a mixture.
      if (type === 'text' && typeof properties[name] === 'object' && properties[name] !== null) properties[name] = JSON.stringify(properties[name]);
    }
    writer.add(geometry, properties);
  }

  private get openOptions(): string[] {
    return this.how.openOptions ?? [];
  }

  private requireSuccess(exit: GdalExit): void {
    const complaint = gdalComplaint(exit);
    if (exit.code === 0 && complaint === null) return;
    const { fileName } = this.request;
    const text = exit.errorText;
    if (/Failed to reproject|tolerance condition|out of source or destination|Invalid coordinate|latitude or longitude exceeded/i.test(text)) {
      throw new ImportError('coordinates-out-of-range', fileName, 'they cannot be brought to longitude and latitude');
    }
    if (/coordinate transformation|Failed to process SRS|coordinate operation|crs not found/i.test(text)) throw new ImportError('unknown-crs', fileName, complaint ?? 'no transformation is known');
    if (/bad_alloc|out of memory|cannot allocate/i.test(text)) throw new ImportError('too-complex', fileName);
    throw new ImportError('unreadable', fileName, complaint ?? `the reader ended with ${exit.code ?? 'a signal'}`);
  }
}

/** A shapefile cannot be read without its index, whose name may be in capitals. */
async function requireIndex({ sourcePath, fileName }: ReadRequest): Promise<void> {
  const stem = basename(sourcePath).replace(/\.[^.]+$/, '');
  const found = await Promise.all(['shx', 'SHX', 'Shx'].map((extension) => stat(join(dirname(sourcePath), `${stem}.${extension}`)).then(() => true, () => false)));
  if (!found.includes(true)) throw new ImportError('missing-sidecar', fileName, `${layerNameOfFile(fileName)}.shx`);
}
