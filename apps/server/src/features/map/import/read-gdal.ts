import { rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Column, FileFormat, Geometry } from '@groma/geo';
import { EXCHANGE, fitsExchange, readExchange } from './exchange-file.ts';
import { GdalSandbox, gdalComplaint, prepareGdal, type GdalExit } from './gdal-process.ts';
import { ImportError } from './import-error.ts';
import type { ImportedLayer, ReadRequest } from './imported-layer.ts';
import { describeLayer, listLayers, type LayerDescription } from './ogr-layer.ts';
import { LayerWriter, layerNameOfFile } from './layer-writer.ts';
import { parseExact } from './parse-feature.ts';

/** How GDAL reads a format: the only drivers it may use, and how it opens the file. */
type GdalFormat = { drivers: string[]; prefix?: string; openOptions?: string[]; defaultCrs?: string; isKml?: boolean };

const GDAL_FORMATS: Partial<Record<FileFormat, GdalFormat>> = {
  shapefile: { drivers: ['ESRI Shapefile'] },
  zip: { drivers: ['ESRI Shapefile'], prefix: '/vsizip/' },
  geopackage: { drivers: ['GPKG'], openOptions: ['-oo', 'IMMUTABLE=YES'] },
  flatgeobuf: { drivers: ['FlatGeobuf'] },
  geojson: { drivers: ['GeoJSON'] },
  kml: { drivers: ['LIBKML', 'KML'], defaultCrs: 'EPSG:4326', isKml: true },
  kmz: { drivers: ['LIBKML'], defaultCrs: 'EPSG:4326', isKml: true },
};

const EXCHANGE_FILE = 'exchange.gpkg';

/** Values the KML driver writes for what a placemark does not say. */
const KML_DEFAULTS: Record<string, unknown[]> = { tessellate: [-1, 0], extrude: [-1, 0], visibility: [-1] };

/** Reads every layer of a file with GDAL, brought to longitude and latitude. */
export async function readGdal(format: FileFormat, request: ReadRequest): Promise<ImportedLayer[]> {
  const how = GDAL_FORMATS[format];
  if (!how) throw new ImportError('unsupported-format', request.fileName);
  await prepareGdal();
  if (format === 'shapefile') await requireIndex(request);
  const reader = new GdalReader(how, request);
  const names = await reader.layerNames();
  const described: { name: string; layer: LayerDescription }[] = [];
  for (const name of names) described.push({ name, layer: await reader.describe(name) });
  // KML has a layer for each folder, also for those that only hold folders.
  const wanted = how.isKml ? described.filter(({ layer }) => layer.count !== 0) : described;
  if (!wanted.length) throw new ImportError('no-layers', request.fileName);
  return reader.readAll(wanted);
}

class GdalReader {
  private readonly how: GdalFormat;
  private readonly request: ReadRequest;
  private readonly sandbox: GdalSandbox;
  private readonly target: string;

  constructor(how: GdalFormat, request: ReadRequest) {
    this.how = how;
    this.request = request;
    this.sandbox = new GdalSandbox(request.sourcePath, request.workFolder, how.drivers, request.signal);
    this.target = `${how.prefix ?? ''}${this.sandbox.source}`;
  }

  async layerNames(): Promise<string[]> {
    const { output, ...exit } = await this.sandbox.text('ogrinfo', ['-ro', '-q', ...this.openOptions, this.target]);
    this.requireSuccess(exit);
    return listLayers(output);
  }

  async describe(name: string): Promise<LayerDescription> {
    const { output, ...exit } = await this.sandbox.text('ogrinfo', ['-ro', '-so', '-nomd', '-wkt_format', 'WKT1', ...this.openOptions, this.target, name]);
    this.requireSuccess(exit);
    return describeLayer(output);
  }

  async readAll(layers: { name: string; layer: LayerDescription }[]): Promise<ImportedLayer[]> {
    const total = layers.reduce((sum, { layer }) => sum + Math.max(0, layer.count ?? 0), 0) || 1;
    const imported: ImportedLayer[] = [];
    let before = 0;
    for (const [index, { name, layer }] of layers.entries()) {
      const shown = layers.length === 1 ? layerNameOfFile(this.request.fileName) : name;
      const writer: LayerWriter = new LayerWriter(shown, this.request, () => Math.min(1, (before + (writer.converted * (layer.count ?? 0) + writer.count) / 2) / total));
      if (!this.how.isKml) writer.declareColumns(layer.columns);
      await this.readLayer(name, layer, writer);
      imported.push(writer.finish(index));
      before += writer.count;
    }
    return imported;
  }

  private async readLayer(name: string, layer: LayerDescription, writer: LayerWriter): Promise<void> {
    if (fitsExchange(layer.columns)) await this.readByExchange(name, layer, writer);
    else await this.readByText(name, layer, writer);
    if (layer.count !== null && layer.count !== writer.count) {
      throw new ImportError('unreadable', this.request.fileName, `"${name}" should have ${layer.count} features, ${writer.count} could be read`);
    }
  }

  private async readByExchange(name: string, layer: LayerDescription, writer: LayerWriter): Promise<void> {
    const exchange = join(this.request.workFolder, EXCHANGE_FILE);
    try {
      const creation = ['SPATIAL_INDEX=NO', `FID=${EXCHANGE.id}`, `GEOMETRY_NAME=${EXCHANGE.geometry}`].flatMap((option) => ['-lco', option]);
      const programArguments = ['-f', 'GPKG', '-progress', '-gt', 'unlimited', ...this.transformation(layer), ...(layer.hasGeometry ? ['-nlt', 'GEOMETRY'] : []), ...creation,
        '-nln', EXCHANGE.table, ...this.openOptions, this.sandbox.output(EXCHANGE_FILE), this.target, name];
      const exit = await this.sandbox.stream('ogr2ogr', programArguments, async (output) => {
        let text = '';
        for await (const chunk of output) {
          text += chunk.toString('latin1');
          writer.report(Number(/(\d+)[^\d]*$/.exec(text)?.[1] ?? 0) / 100);
        }
      });
      this.requireSuccess(exit);
      for (const { geometry, properties } of readExchange(exchange, layer.columns, this.request.signal)) this.addFeature(geometry, properties, layer.columns, writer);
    } finally {
      await rm(exchange, { force: true });
    }
  }

  private async readByText(name: string, layer: LayerDescription, writer: LayerWriter): Promise<void> {
    const programArguments = ['-f', 'GeoJSONSeq', ...this.transformation(layer), '-lco', 'COORDINATE_PRECISION=15', '-lco', 'SIGNIFICANT_FIGURES=17',
      ...this.openOptions, '/vsistdout/', this.target, name];
    const exit = await this.sandbox.stream('ogr2ogr', programArguments, async (output) => {
      for await (const line of lines(output)) {
        const { geometry, properties } = parseExact(line) as { geometry: Geometry | null; properties: Record<string, unknown> };
        this.addFeature(geometry, properties, layer.columns, writer);
      }
    });
    this.requireSuccess(exit);
  }

  private transformation(layer: LayerDescription): string[] {
    const crs = this.sourceCrs(layer);
    return [...(crs ? ['-s_srs', crs] : []), ...(layer.hasGeometry ? ['-t_srs', 'EPSG:4326'] : []), '-nlt', 'CONVERT_TO_LINEAR'];
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

  private addFeature(geometry: Geometry | null, properties: Record<string, unknown>, columns: Column[], writer: LayerWriter): void {
    if (this.how.isKml) {
      for (const name in properties) if (properties[name] === null || KML_DEFAULTS[name]?.includes(properties[name])) delete properties[name];
    }
    for (const { name, type } of columns) {
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

async function* lines(output: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  for await (const chunk of output) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      rest.push(chunk.subarray(start, end));
      const line = (rest.length === 1 ? rest[0]! : Buffer.concat(rest)).toString('utf8');
      rest = [];
      start = end + 1;
      if (line.trim()) yield line;
    }
    if (start < chunk.length) rest.push(chunk.subarray(start));
  }
  const last = Buffer.concat(rest).toString('utf8');
  if (last.trim()) yield last;
}
