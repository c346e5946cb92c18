import { DATE_FUNCTIONS } from './function/date-functions.ts';
import { GEOMETRY_FUNCTIONS } from './function/geometry-functions.ts';
import { LOGIC_FUNCTIONS } from './function/logic-functions.ts';
import { NUMBER_FUNCTIONS } from './function/number-functions.ts';
import { TEXT_FUNCTIONS } from './function/text-functions.ts';
import type { ExpressionFunction, FunctionGroup } from './node.ts';

/**
 * Every function of the language, group by group: what a screen lists beside the field, and the only names that can be
 * called.
 */
export const EXPRESSION_FUNCTIONS: readonly ExpressionFunction[] = [
  ...NUMBER_FUNCTIONS,
  ...TEXT_FUNCTIONS,
  ...DATE_FUNCTIONS,
  ...LOGIC_FUNCTIONS,
  ...GEOMETRY_FUNCTIONS,
];

export const FUNCTION_GROUPS: readonly FunctionGroup[] = ['number', 'text', 'date', 'logic', 'geometry'];

export const functionsByName: ReadonlyMap<string, ExpressionFunction> = new Map(
  EXPRESSION_FUNCTIONS.map((each) => [each.name, each]),
);

/** Operators, from those that bind least to those that bind most; each with an example. */
export const EXPRESSION_OPERATORS: readonly { name: string; sign: string; example: string }[] = [
  { name: 'or', sign: 'or', example: '$a > 1 or $b > 1' },
  { name: 'and', sign: 'and', example: '$a > 1 and $b > 1' },
  { name: 'not', sign: 'not', example: 'not $flag' },
  { name: 'equal', sign: '=', example: "$kind = 'road'" },
  { name: 'notEqual', sign: '!=', example: "$kind != 'road'" },
  { name: 'less', sign: '<', example: '$a < 5' },
  { name: 'lessOrEqual', sign: '<=', example: '$a <= 5' },
  { name: 'greater', sign: '>', example: '$a > 5' },
  { name: 'greaterOrEqual', sign: '>=', example: '$a >= 5' },
  { name: 'in', sign: 'in', example: "$kind in ('road', 'path')" },
  { name: 'isNull', sign: 'is null', example: '$a is null' },
  { name: 'join', sign: '&', example: "$name & ' (' & $code & ')'" },
  { name: 'plus', sign: '+', example: '$a + 1' },
  { name: 'minus', sign: '-', example: '$a - 1' },
  { name: 'times', sign: '*', example: '$a * 2' },
  { name: 'divided', sign: '/', example: '$a / 2' },
  { name: 'remainder', sign: '%', example: '$a % 2' },
  { name: 'power', sign: '^', example: '$a ^ 2' },
];
