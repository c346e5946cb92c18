import type { ExpressionFunction, Parameter } from '../node.ts';
import { compareValues } from '../value.ts';

const value: Parameter = { name: 'value', type: 'any' };
const condition: Parameter = { name: 'condition', type: 'boolean' };

export const LOGIC_FUNCTIONS: readonly ExpressionFunction[] = [
  {
    name: 'if',
    group: 'logic',
    parameters: [condition, { name: 'then', type: 'any' }, { name: 'otherwise', type: 'any', optional: true }],
    result: 'any',
    example: "if(1 < 2, 'yes', 'no')",
    takesEmpty: true,
    run: ([test, then, otherwise]) => (test === true ? then! : (otherwise ?? null)),
  },
  {
    name: 'case',
    group: 'logic',
    parameters: [condition, { name: 'then', type: 'any' }],
    repeats: 'pairs',
    result: 'any',
    example: "case(1 > 2, 'a', 2 > 1, 'b', 'c')",
    takesEmpty: true,
    run: (values) => {
      for (let at = 0; at + 1 < values.length; at += 2) if (values[at] === true) return values[at + 1]!;
      return values.length % 2 === 1 ? values.at(-1)! : null;
    },
  },
  {
    name: 'coalesce',
    group: 'logic',
    parameters: [value],
    repeats: 'last',
    result: 'any',
    example: "coalesce(null, 'x')",
    takesEmpty: true,
    run: (values) => values.find((each) => each !== null && each !== '') ?? null,
  },
  {
    name: 'null_if',
    group: 'logic',
    parameters: [value, { name: 'other', type: 'any' }],
    result: 'any',
    example: 'null_if(0, 0)',
    takesEmpty: true,
    run: ([one, other]) => (compareValues(one!, other!) === 0 ? null : one!),
  },
  {
    name: 'is_empty',
    group: 'logic',
    parameters: [value],
    result: 'boolean',
    example: "is_empty('')",
    takesEmpty: true,
    run: ([one]) => one === null || one === '',
  },
];
