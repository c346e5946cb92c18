import { RasterError } from '../raster-error.ts';
import { functionTable, type Expression } from './parse-expression.ts';

/** Pixels that are worked on at once: what stands between two steps stays in the cache of the processor. */
const stripe = 4_096;

/** One step of the work: it fills a stripe of `size` values of the pixels from `start`. */
type Step = (start: number, size: number) => Float64Array;

const operators: Readonly<
  Record<string, (left: Float64Array, right: Float64Array, into: Float64Array, size: number) => void>
> = {
  '+': (l, r, o, n) => {
    for (let i = 0; i < n; i += 1) o[i] = l[i]! + r[i]!;
  },
  '-': (l, r, o, n) => {
    for (let i = 0; i < n; i += 1) o[i] = l[i]! - r[i]!;
  },
  '*': (l, r, o, n) => {
    for (let i = 0; i < n; i += 1) o[i] = l[i]! * r[i]!;
  },
  '/': (l, r, o, n) => {
    for (let i = 0; i < n; i += 1) o[i] = l[i]! / r[i]!;
  },
  '%': (l, r, o, n) => {
    for (let i = 0; i < n; i += 1) o[i] = l[i]! - Math.floor(l[i]! / r[i]!) * r[i]!;
  },
  '**': (l, r, o, n) => {
    for (let i = 0; i < n; i += 1) o[i] = l[i]! ** r[i]!;
  },
  // Not as `===`: the difference of two infinities is not a number.
  '==': (l, r, o, n) => {
    for (let i = 0; i < n; i += 1) o[i] = 0 === l[i]! - r[i]! ? 1 : 0;
  },
  '!=': (l, r, o, n) => {
    for (let i = 0; i < n; i += 1) o[i] = 0 === l[i]! - r[i]! ? 0 : 1;
  },
  '<': (l, r, o, n) => {
    for (let i = 0; i < n; i += 1) o[i] = l[i]! < r[i]! ? 1 : 0;
  },
  '>': (l, r, o, n) => {
    for (let i = 0; i < n; i += 1) o[i] = l[i]! > r[i]! ? 1 : 0;
  },
  '<=': (l, r, o, n) => {
    for (let i = 0; i < n; i += 1) o[i] = l[i]! <= r[i]! ? 1 : 0;
  },
  '>=': (l, r, o, n) => {
    for (let i = 0; i < n; i += 1) o[i] = l[i]! >= r[i]! ? 1 : 0;
  },
  '&': (l, r, o, n) => {
    for (let i = 0; i < n; i += 1) o[i] = l[i]! && r[i]! ? 1 : 0;
  },
  '|': (l, r, o, n) => {
    for (let i = 0; i < n; i += 1) o[i] = l[i]! || r[i]! ? 1 : 0;
  },
};

/**
 * Works an expression out for every pixel, stripe by stripe, each operator as one loop over typed arrays.
 * @param bandOf the values of a band, numbered from 1
 * @param count pixels
 * @returns one value for each pixel; anything that is not a number (a division by 0) is NaN or infinite
 */
export function evaluateExpression(
  expression: Expression,
  bandOf: (band: number) => Float32Array | Float64Array,
  count: number,
): Float64Array {
  const out = new Float64Array(count);
  const step = compile(expression, bandOf, Math.min(stripe, count));
  for (let start = 0; start < count; start += stripe) {
    const size = Math.min(stripe, count - start);
    out.set(step(start, size).subarray(0, size), start);
  }
  return out;
}

function compile(node: Expression, bandOf: (band: number) => Float32Array | Float64Array, most: number): Step {
  const into = new Float64Array(most);
  switch (node.kind) {
    case 'number': {
      into.fill(node.value);
      return () => into;
    }
    case 'band': {
      const values = bandOf(node.band);
      return (start, size) => {
        into.set(values.subarray(start, start + size));
        return into;
      };
    }
    case 'negate': {
      const of = compile(node.of, bandOf, most);
      return (start, size) => {
        const values = of(start, size);
        for (let index = 0; index < size; index += 1) into[index] = -values[index]!;
        return into;
      };
    }
    case 'binary': {
      const [left, right, work] = [
        compile(node.left, bandOf, most),
        compile(node.right, bandOf, most),
        operators[node.operator],
      ];
      if (!work) throw new RasterError('BAD_REQUEST', `The operator ${node.operator} is not known.`);
      return (start, size) => {
        work(left(start, size), right(start, size), into, size);
        return into;
      };
    }
    case 'call':
      return compileCall(node, (argument) => compile(argument, bandOf, most), into);
  }
}

function compileCall(
  node: Extract<Expression, { kind: 'call' }>,
  compiled: (argument: Expression) => Step,
  into: Float64Array,
): Step {
  const given = node.arguments.map(compiled);
  const { of } = functionTable[node.name]!;
  return (start, size) => {
    const [a, b, c] = given.map((step) => step(start, size));
    for (let index = 0; index < size; index += 1) into[index] = of(a![index]!, b ? b[index]! : 0, c ? c[index]! : 0);
    return into;
  };
}
