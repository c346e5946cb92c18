import type { ColumnType } from '../snapshot/manifest.ts';
import type { ExpressionRow } from './expression-row.ts';
import type { Value, ValueType } from './value.ts';

/**
 * A part of an expression, ready to be asked for its value; it is made of closures, so nothing that is written ever
 * runs as code.
 */
export type Node = {
  type: ValueType;
  evaluate: (row: ExpressionRow) => Value;
  position: number;
  end: number;
  /** The value of what is written out: a number, a text, true, false, null. */
  literal?: Value;
  /** The type of the column that it is, and nothing more. */
  copied?: ColumnType;
};

/**
 * A function of the language. It is data, so that a screen can show it in place; its words are texts of the
 * application.
 */
export type ExpressionFunction = {
  name: string;
  group: FunctionGroup;
  parameters: readonly Parameter[];
  /** The last parameter may come again and again; or both, with one more at the end. */
  repeats?: 'last' | 'pairs';
  result: ValueType;
  /** An example that can be tried; `$name` stands for some column. */
  example: string;
  usesGeometry?: boolean;
  /** Asked also where an argument is empty; else the value is empty then. */
  takesEmpty?: boolean;
  /** Gets the arguments in the types of the parameters; optional ones that were not given are undefined. */
  run: (values: readonly Value[], row: ExpressionRow) => Value;
};

export type FunctionGroup = 'number' | 'text' | 'date' | 'logic' | 'geometry';
/** With `choices` the argument is one of these texts, written out. */
export type Parameter = { name: string; type: ValueType; optional?: true; choices?: readonly string[] };
