import type { ExpressionFunction, Parameter } from '../node.ts';
import type { Value } from '../value.ts';

const number: Parameter = { name: 'number', type: 'number' };

/** A function of one number; anything that is not a number (the root of −1) is an empty cell. */
const ofOne = (name: string, compute: (value: number) => number, example: string): ExpressionFunction => ({
  name,
  group: 'number',
  parameters: [number],
  result: 'number',
  example,
  run: ([value]) => finite(compute(value as number)),
});

export const NUMBER_FUNCTIONS: readonly ExpressionFunction[] = [
  ofOne('abs', Math.abs, 'abs(-3)'),
  {
    name: 'round',
    group: 'number',
    parameters: [number, { name: 'digits', type: 'number', optional: true }],
    result: 'number',
    example: 'round(3.14159, 2)',
    run: ([value, digits = 0]) => finite(rounded(value as number, digits as number)),
  },
  ofOne('floor', Math.floor, 'floor(3.7)'),
  ofOne('ceil', Math.ceil, 'ceil(3.2)'),
  ofOne('sign', Math.sign, 'sign(-3)'),
  ofOne('sqrt', Math.sqrt, 'sqrt(16)'),
  ofOne('exp', Math.exp, 'exp(1)'),
  ofOne('ln', Math.log, 'ln(2.718)'),
  ofOne('log10', Math.log10, 'log10(1000)'),
  {
    name: 'power',
    group: 'number',
    parameters: [number, { name: 'exponent', type: 'number' }],
    result: 'number',
    example: 'power(2, 10)',
    run: ([base, exponent]) => finite((base as number) ** (exponent as number)),
  },
  {
    name: 'min',
    group: 'number',
    parameters: [number],
    repeats: 'last',
    result: 'number',
    example: 'min(3, 1, 2)',
    takesEmpty: true,
    run: (values) => least(values, (one, other) => one < other),
  },
  {
    name: 'max',
    group: 'number',
    parameters: [number],
    repeats: 'last',
    result: 'number',
    example: 'max(3, 1, 2)',
    takesEmpty: true,
    run: (values) => least(values, (one, other) => one > other),
  },
  {
    name: 'clamp',
    group: 'number',
    parameters: [number, { name: 'least', type: 'number' }, { name: 'most', type: 'number' }],
    result: 'number',
    example: 'clamp(12, 0, 10)',
    run: ([value, low, high]) => Math.min(high as number, Math.max(low as number, value as number)),
  },
  { name: 'pi', group: 'number', parameters: [], result: 'number', example: 'pi()', run: () => Math.PI },
  ofOne('sin', Math.sin, 'sin(pi() / 2)'),
  ofOne('cos', Math.cos, 'cos(0)'),
  ofOne('tan', Math.tan, 'tan(pi() / 4)'),
  ofOne('atan', Math.atan, 'atan(1)'),
  ofOne('radians', (degrees) => (degrees * Math.PI) / 180, 'radians(180)'),
  ofOne('degrees', (radians) => (radians * 180) / Math.PI, 'degrees(pi())'),
];

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/** Half away from zero, decimally: 1.005 to two digits is 1.01, as people expect of what is written. */
function rounded(value: number, digits: number): number {
  const places = Math.max(-15, Math.min(15, Math.trunc(digits)));
  const [mantissa, exponent = '0'] = Math.abs(value).toString().split('e');
  const shifted = Math.round(Number(`${mantissa}e${Number(exponent) + places}`));
  return Math.sign(value) * Number(`${shifted}e${-places}`);
}

/** Empty values are left out; of none it is empty. */
function least(values: readonly Value[], isBetter: (one: number, other: number) => boolean): number | null {
  return values.reduce<number | null>(
    (best, value) => (value === null || (best !== null && !isBetter(value as number, best)) ? best : (value as number)),
    null,
  );
}
