import { parseNumber } from '../grid/parse-number.ts';

interface NumberNotation {
  locale: string;
  suffix: string;
  /** At most so many decimal places; a number with more is rounded. */
  digits: number | undefined;
  isWhole: boolean;
}

interface Limits {
  min: number | undefined;
  max: number | undefined;
}

/** The number that a field's text says, null for none, undefined for what is no number or none that is wanted. */
export function readNumber(
  text: string,
  { locale, suffix, digits, isWhole }: NumberNotation,
): number | null | undefined {
  const unit = suffix.trim();
  const trimmed = text.trim();
  const bare = unit !== '' && trimmed.endsWith(unit) ? trimmed.slice(0, -unit.length).trim() : trimmed;
  if (bare === '') return null;
  const number = parseNumber(bare, latin(locale));
  if (number === undefined || (isWhole && !Number.isInteger(number))) return undefined;
  return digits === undefined ? number : rounded(number, digits);
}

/** A number as `readNumber` reads it: the decimal sign of the language, no thousands. */
export function writeNumber(number: number, locale: string, digits: number | undefined): string {
  const parts = new Intl.NumberFormat(latin(locale)).formatToParts(0.5);
  const decimal = parts.find(({ type }) => type === 'decimal')?.value ?? '.';
  return String(digits === undefined ? number : rounded(number, digits)).replace('.', decimal);
}

/** Whether more letters can still make a number of it: a lone sign, a power without its figures. */
export function isUnfinishedNumber(text: string): boolean {
  return /^\s*[-+−]?(\d*[.,]?|\d+[.,]?\d*e[-+]?)$/i.test(text);
}

/** The next number of the steps, without the dust of binary fractions; from nothing, the least or 0. */
export function stepNumber(number: number | null, step: number, limits: Limits): number {
  if (number === null) return clampNumber(0, limits);
  const places = Math.max(decimals(number), decimals(step));
  return clampNumber(rounded(number + step, places), limits);
}

/** The nearest number within the limits. */
export function clampNumber(number: number, { min = -Infinity, max = Infinity }: Limits): number {
  return Math.max(min, Math.min(max, number));
}

function rounded(number: number, digits: number): number {
  return Number(number.toFixed(Math.min(digits, 100)));
}

function decimals(number: number): number {
  const [figures = '', power = '0'] = String(number).split('e');
  return Math.max(0, (figures.split('.')[1] ?? '').length - Number(power));
}

function latin(locale: string): string {
  return new Intl.Locale(locale, { numberingSystem: 'latn' }).toString();
}
