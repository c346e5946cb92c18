import { int64Value, shortestFloat32 } from '@groma/geo';
import type { FlatBuffer } from '../../import/flat-buffer.ts';
import { TextFile } from '../write/text-file.ts';
import { FlatGeobufFile, type FlatFileLayer } from './flatgeobuf-file.ts';
import { isPlainName } from './column-names.ts';
import { NeedsLongWay } from './needs-long-way.ts';
import { shapeText } from './shape-text.ts';
import type { DirectRequest } from './direct-request.ts';

/** Fields of the Feature table. */
const GEOMETRY = 0,
  PROPERTIES = 1;

/** Writes a value as JSON into the list of texts; gives the place behind it. */
type WriteValue = (buffer: FlatBuffer, at: number, texts: string[], column: number) => number;

/** For each type of columns, by its number in the format, how its values are written; dates and bytes are not. */
const VALUES: readonly (WriteValue | null)[] = [
  fixed(1, (view, at) => String(view.getInt8(at))),
  fixed(1, (view, at) => String(view.getUint8(at))),
  fixed(1, (view, at) => (view.getUint8(at) === 0 ? 'false' : 'true')),
  fixed(2, (view, at) => String(view.getInt16(at, true))),
  fixed(2, (view, at) => String(view.getUint16(at, true))),
  fixed(4, (view, at) => String(view.getInt32(at, true))),
  fixed(4, (view, at) => String(view.getUint32(at, true))),
  fixed(8, (view, at) => String(int64Value(view.getBigInt64(at, true)))),
  // What is beyond 64 bits with a sign becomes text by the long way.
  null,
  fixed(4, (view, at) => finite(shortestFloat32(view.getFloat32(at, true)))),
  fixed(8, (view, at) => finite(view.getFloat64(at, true))),
  writeText,
];

/**
 * Writes a FlatGeobuf in longitude and latitude as GeoJSON, giving the share that is done from time to time.
 * @throws NeedsLongWay where anything but plain features stands in the file.
 */
export function* flatGeobufToGeoJson({ source, target, layerName }: DirectRequest): Generator<number> {
  const from = new FlatGeobufFile(source);
  try {
    const write = featureText(from.layer);
    const file = new TextFile(target);
    try {
      file.write(`{"type":"FeatureCollection","name":${JSON.stringify(layerName)},"features":[`);
      let count = 0;
      for (const feature of from.features()) {
        if (typeof feature === 'number') yield feature;
        else file.write(`${count++ === 0 ? '' : ','}\n${write(feature)}`);
      }
      if (count === 0 || count !== from.layer.count) throw new NeedsLongWay();
      file.write('\n]}\n');
      file.flush();
    } finally {
      file.close();
    }
  } catch (error) {
    // What points outside the bytes is damaged.
    throw error instanceof RangeError ? new NeedsLongWay() : error;
  } finally {
    from.close();
  }
}

function featureText({ columns, geometryType }: FlatFileLayer): (feature: FlatBuffer) => string {
  const names = columns.map(({ name }) => `${JSON.stringify(name)}:`);
  const writers = columns.map(({ type }) => VALUES[type] ?? null);
  const folded = new Set(columns.map(({ name }) => name.toLowerCase()));
  if (folded.size < columns.length || !columns.every(({ name }) => isPlainName(name)) || writers.includes(null))
    throw new NeedsLongWay();
  const texts = Array<string>(columns.length).fill('null');
  return (feature) => {
    const geometry = feature.table(feature.root, GEOMETRY);
    if (geometry === 0) throw new NeedsLongWay();
    texts.fill('null');
    const { start, length } = feature.vector(feature.root, PROPERTIES, 1);
    for (let at = start; at < start + length;) {
      const column = feature.view.getUint16(at, true);
      const write = writers[column];
      if (!write) throw new NeedsLongWay();
      at = write(feature, at + 2, texts, column);
      if (at > start + length) throw new NeedsLongWay();
    }
    let properties = '';
    for (let column = 0; column < names.length; column++)
      properties += `${column === 0 ? '' : ','}${names[column]}${texts[column]}`;
    return `{"type":"Feature","properties":{${properties}},"geometry":${shapeText(feature, geometry, geometryType)}}`;
  };
}

function fixed(bytes: number, text: (view: DataView, at: number) => string): WriteValue {
  return ({ view }, at, texts, column) => {
    texts[column] = text(view, at);
    return at + bytes;
  };
}

function writeText({ bytes, view }: FlatBuffer, at: number, texts: string[], column: number): number {
  const end = at + 4 + view.getUint32(at, true);
  const text = bytes.toString('utf8', at + 4, end);
  // Text that is no UTF-8 comes as this character.
  if (text.includes('\ufffd')) throw new NeedsLongWay();
  texts[column] = JSON.stringify(text);
  return end;
}

/** JSON has no form for other numbers, which become empty by the long way, and it says so. */
function finite(value: number): string {
  if (!Number.isFinite(value)) throw new NeedsLongWay();
  return Object.is(value, -0) ? '0' : String(value);
}
