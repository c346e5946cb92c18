import { RasterError } from '../raster-error.ts';
import type { ImageMaker } from './image-maker.ts';

/** Values from `from` up to `to`, which is no part of it unless both are the same, become `value`; NaN is none. */
interface ValueClass {
  from: number;
  to: number;
  value: number;
}

const mostClasses = 1_000;
const line = /^(?:([-+\d.e]*?)\s*\.\.\s*([-+\d.e]*)|([-+\d.e]+))\s*[:=]\s*(none|[-+\d.e]+)$/i;

/**
 * Reads classes, one to a line or between semicolons: `0..10: 1` are values from 0 up to 10, `..0: 5` all below 0,
 * `10..: 2` all from 10 on, `7: 3` that value alone, and `none` in place of the new value takes it away.
 * @throws RasterError BAD_REQUEST naming what cannot be read
 */
function parseClasses(text: string): ValueClass[] {
  const lines = text
    .split(/[;\n]/)
    .map((each) => each.trim())
    .filter(Boolean);
  if (lines.length === 0 || lines.length > mostClasses)
    throw new RasterError('BAD_REQUEST', `Write 1 to ${mostClasses} classes, such as “0..10: 1; 10..20: 2”.`);
  return lines.map((each) => {
    const [, from, to, only, value] = line.exec(each) ?? [];
    const found = {
      from: Number(only ?? (from || '-Infinity')),
      to: Number(only ?? (to || 'Infinity')),
      value: /^none$/i.test(value ?? '') ? NaN : Number(value),
    };
    const isRight =
      value !== undefined && found.from <= found.to && Number.isNaN(found.value) === /^none$/i.test(value);
    if (!isRight) throw new RasterError('BAD_REQUEST', `“${each}” is no class. Write them as “0..10: 1; 10..20: 2”.`);
    return found;
  });
}

/**
 * Gives values of a band other values, by classes: the first that holds a value counts. Values that none holds stay, or
 * there is none any more.
 * @throws RasterError BAD_REQUEST
 */
export function reclassify(text: string, { band, keepsOthers }: { band: number; keepsOthers: boolean }): ImageMaker {
  const classes = parseClasses(text);
  const isWhole =
    !keepsOthers &&
    classes.every(({ value }) => Number.isNaN(value) || (Number.isInteger(value) && Math.abs(value) < 32_768));
  return {
    needs: [{ image: 0, band }],
    halo: 0,
    type: isWhole ? 'int16' : 'float32',
    nodata: isWhole ? -32_768 : NaN,
    bandName: 'class',
    make({ bands: [values] }) {
      return values!.map((value) => {
        if (value !== value) return NaN;
        const found = classes.find(({ from, to }) => value >= from && (value < to || (from === to && value === to)));
        return found ? found.value : keepsOthers ? value : NaN;
      });
    },
  };
}
