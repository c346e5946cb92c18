import { RasterError } from '../raster-error.ts';
import { typeBytes } from './tag-table.ts';

/** Characters that are put together at once. */
const atOnce = 8_192;

/**
 * The values of one field.
 * @param type field type of TIFF 6.0 §2; rationals come as quotients
 * @throws RasterError DAMAGED for a type that does not exist
 */
export function readValues(view: DataView, offset: number, type: number, count: number, isLittle: boolean): number[] {
  const size = typeBytes[type];
  if (size === undefined) throw new RasterError('DAMAGED', `A field has the type ${type}, which does not exist.`);
  return Array.from({ length: count }, (_, index) => readValue(view, offset + index * size, type, isLittle));
}

function readValue(view: DataView, at: number, type: number, isLittle: boolean): number {
  switch (type) {
    case 3:
      return view.getUint16(at, isLittle);
    case 4:
    case 13:
      return view.getUint32(at, isLittle);
    case 5:
      return view.getUint32(at, isLittle) / view.getUint32(at + 4, isLittle);
    case 6:
      return view.getInt8(at);
    case 8:
      return view.getInt16(at, isLittle);
    case 9:
      return view.getInt32(at, isLittle);
    case 10:
      return view.getInt32(at, isLittle) / view.getInt32(at + 4, isLittle);
    case 11:
      return view.getFloat32(at, isLittle);
    case 12:
      return view.getFloat64(at, isLittle);
    case 16:
    case 18:
      return Number(view.getBigUint64(at, isLittle));
    case 17:
      return Number(view.getBigInt64(at, isLittle));
    default:
      return view.getUint8(at);
  }
}

/** The text of an ASCII field, up to its first zero. */
export function readText(values: readonly number[]): string {
  const end = values.indexOf(0);
  const length = end < 0 ? values.length : end;
  let text = '';
  // A call takes only so many arguments.
  for (let at = 0; at < length; at += atOnce)
    text += String.fromCharCode(...values.slice(at, Math.min(length, at + atOnce)));
  return text;
}
