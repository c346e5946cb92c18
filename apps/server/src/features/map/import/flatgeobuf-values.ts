import { int64Value, shortestFloat32, type PropertyValue } from '@groma/geo';
import type { FlatBuffer } from './flat-buffer.ts';

/** Column types of FlatGeobuf 3, in the order of their numbers. */
const TYPES = [
  'byte',
  'ubyte',
  'bool',
  'short',
  'ushort',
  'int',
  'uint',
  'long',
  'ulong',
  'float',
  'double',
  'text',
  'text',
  'text',
  'binary',
] as const;
const SIZES = {
  byte: 1,
  ubyte: 1,
  bool: 1,
  short: 2,
  ushort: 2,
  int: 4,
  uint: 4,
  long: 8,
  ulong: 8,
  float: 4,
  double: 8,
} as const;

/**
 * The values of a feature between two places: for each the number of its column, then the value.
 * @throws RangeError.
 */
export function flatValues(
  { view, bytes }: FlatBuffer,
  start: number,
  end: number,
  columnTypes: readonly number[],
): PropertyValue[] {
  const values = Array<PropertyValue>(columnTypes.length).fill(null);
  let at = start;
  while (at < end) {
    const column = view.getUint16(at, true);
    const type = TYPES[columnTypes[column] ?? -1];
    at += 2;
    if (type === undefined) throw new RangeError(`a value belongs to column ${column}, which is none`);
    if (type === 'text' || type === 'binary') {
      const stop = at + 4 + view.getUint32(at, true);
      if (stop > end) throw new RangeError('a text is longer than its feature');
      values[column] = bytes.toString(type === 'text' ? 'utf8' : 'base64', at + 4, stop);
      at = stop;
    } else {
      values[column] = numberAt(view, at, type);
      at += SIZES[type];
    }
  }
  return values;
}

function numberAt(view: DataView, at: number, type: keyof typeof SIZES): PropertyValue {
  switch (type) {
    case 'byte':
      return view.getInt8(at);
    case 'ubyte':
      return view.getUint8(at);
    case 'bool':
      return view.getUint8(at) !== 0;
    case 'short':
      return view.getInt16(at, true);
    case 'ushort':
      return view.getUint16(at, true);
    case 'int':
      return view.getInt32(at, true);
    case 'uint':
      return view.getUint32(at, true);
    case 'long':
      return int64Value(view.getBigInt64(at, true));
    case 'ulong':
      return int64Value(view.getBigUint64(at, true));
    case 'float':
      return shortestFloat32(view.getFloat32(at, true));
    case 'double':
      return view.getFloat64(at, true);
  }
}
