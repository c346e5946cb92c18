import { GromaError } from '@groma/model';
import { EXCHANGE } from '../import/exchange-names.ts';
import { findGdal, gdalComplaint, GdalSandbox } from '../../../platform/gdal/gdal-sandbox.ts';
import type { ExportForm } from './export-format-table.ts';
import type { ExchangeTable } from '../reader/write/write-exchange.ts';
import type { WriteProgress } from '../reader/worker-tasks.ts';

/** What a format could not hold. */
export interface Converted {
  renamed: { from: string; to: string }[];
  isCut: boolean;
}

interface Conversion {
  exchange: string;
  output: string;
  written: NonNullable<WriteProgress['done']>;
  form: ExportForm;
  name: string;
  layerName: string;
  crs: string;
  signal: AbortSignal;
  onProgress(fraction: number): void;
}

const KINDS = { point: 'POINT', line: 'LINESTRING', polygon: 'POLYGON' } as const;

/**
 * Writes the tables of an exchange file in another format or system, by GDAL in its sandbox.
 * @throws GromaError EXPORT_FAILED.
 */
export async function convertExchange(conversion: Conversion): Promise<Converted> {
  const gdal = await findGdal();
  if (!gdal) throw new GromaError('EXPORT_FAILED', { detail: 'GDAL is not installed (apt-get install gdal-bin).' });
  const {
    exchange,
    output,
    written: { tables, columns, names },
    form,
    signal,
    onProgress,
  } = conversion;
  const driver = form.driver ?? 'GPKG';
  const sandbox = new GdalSandbox({ sourcePath: exchange, workFolder: output, signal }, gdal, ['GPKG', driver]);
  const converted: Converted = { renamed: [], isCut: false };
  for (const [index, table] of tables.entries()) {
    const exit = await sandbox.stream('ogr2ogr', argumentsOf(conversion, table, driver, sandbox), async (progress) => {
      let text = '';
      for await (const chunk of progress) {
        text += chunk.toString('latin1');
        onProgress((index + Number(/(\d+)[^\d]*$/.exec(text)?.[1] ?? 0) / 100) / tables.length);
      }
    });
    if (exit.code !== 0)
      throw new GromaError('EXPORT_FAILED', { detail: reasonOf(gdalComplaint(exit), conversion.crs) });
    noteLosses(exit.errorText, converted, new Map(columns.map(({ name }, at) => [names[at]!, name])));
  }
  return converted;
}

function argumentsOf(
  { form, name, layerName, crs, written }: Conversion,
  table: ExchangeTable,
  driver: string,
  sandbox: GdalSandbox,
): string[] {
  const stem = name.replace(/\.[^.]+$/, '');
  const isSeveral = written.tables.length > 1;
  const shape =
    form.oneKind === true
      ? `${isSeveral ? `${stem}_${table.table}` : stem}.${table.table === 'none' ? 'dbf' : 'shp'}`
      : name;
  // What is written here afterwards is read from an exchange file again.
  const file = form.driver === null ? 'exchange.gpkg' : shape;
  const creation =
    form.driver === null
      ? ['-lco', `FID=${EXCHANGE.id}`, '-lco', `GEOMETRY_NAME=${EXCHANGE.geometry}`, '-lco', 'SPATIAL_INDEX=NO']
      : (form.options ?? []);
  const called = form.driver === null ? EXCHANGE.table : shape === name ? layerName : shape.replace(/\.[^.]+$/, '');
  return [
    '-f',
    driver,
    '-progress',
    ...(crs === 'EPSG:4326' ? [] : ['-t_srs', crs]),
    ...typeOf(table, form),
    '-nln',
    called,
    ...creation,
    '-oo',
    'IMMUTABLE=YES',
    sandbox.output(file),
    sandbox.source,
    table.table,
  ];
}

/** A layer of one kind says so, since many programs want to know. */
function typeOf({ kinds, hasMulti, hasHeight, hasMeasure }: ExchangeTable, form: ExportForm): string[] {
  const placed = kinds.filter((kind) => kind !== 'none');
  const [kind] = placed;
  if (kind === undefined) return form.oneKind === true ? ['-nlt', 'NONE'] : [];
  // FlatGeobuf drops heights that are not announced; others ask each feature.
  const dimensions = `${hasHeight ? 'Z' : ''}${hasMeasure ? 'M' : ''}`;
  if (placed.length > 1) return dimensions !== '' && form.placedOnly === true ? ['-nlt', `GEOMETRY${dimensions}`] : [];
  return ['-nlt', `${hasMulti ? 'MULTI' : ''}${KINDS[kind]}${dimensions}`];
}

function reasonOf(complaint: string | null, crs: string): string {
  if (
    complaint &&
    /reproject|tolerance|out of source|Invalid coordinate|latitude or longitude exceeded/i.test(complaint)
  )
    return `Some features lie where ${crs} has no coordinates. Choose another system.`;
  return complaint ?? 'The file could not be written.';
}

function noteLosses(errorText: string, converted: Converted, original: ReadonlyMap<string, string>): void {
  for (const [, short, to] of errorText.matchAll(/Normalized\/laundered field name: '([^']+)' to '([^']+)'/g)) {
    const from = original.get(short!) ?? short!;
    // Each kind of geometry has a file of its own with the same columns.
    if (!converted.renamed.some((before) => before.from === from && before.to === to))
      converted.renamed.push({ from, to: to! });
  }
  if (/has been truncated to|truncated to \d+/i.test(errorText)) converted.isCut = true;
}
