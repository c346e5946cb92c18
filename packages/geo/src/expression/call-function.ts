import { ExpressionError } from './expression-error.ts';
import type { ExpressionRow } from './expression-row.ts';
import { functionsByName } from './function-table.ts';
import type { ExpressionFunction, Node, Parameter } from './node.ts';
import { toBoolean, toDate, toNumber, toText, type Value, type ValueType } from './value.ts';

const TO_TYPE: Record<ValueType, (value: Value) => Value> = {
  number: toNumber,
  text: toText,
  boolean: toBoolean,
  date: toDate,
  any: (value) => value,
};

/**
 * What a type takes besides itself and `any`: numbers are read from text, dates too; anything can be written as text.
 */
const ACCEPTED: Record<ValueType, readonly ValueType[]> = {
  number: ['text'],
  text: ['number', 'boolean', 'date'],
  boolean: [],
  date: ['text'],
  any: ['number', 'text', 'boolean', 'date'],
};

/** Whether a value of one type can stand where another is asked for. */
export function fits(given: ValueType, wanted: ValueType): boolean {
  return given === wanted || given === 'any' || wanted === 'any' || ACCEPTED[wanted].includes(given);
}

/** A call of a function, checked. @throws ExpressionError for a wrong name, number or type of arguments. */
export function callFunction(
  name: string,
  values: readonly Node[],
  place: { position: number; end: number },
): { node: Node; called: ExpressionFunction } {
  const called = functionsByName.get(name.toLowerCase());
  if (!called) throw new ExpressionError('unknown-function', place.position, place.position + name.length, { name });
  checkCount(called, values, place);
  const convert = values.map((value, index) => checked(called, value, parameterOf(called, index, values.length)));
  const evaluate = (row: ExpressionRow): Value => {
    const given = values.map((value, index) => convert[index]!(value.evaluate(row)));
    return !called.takesEmpty && given.includes(null) ? null : called.run(given, row);
  };
  return { called, node: { type: resultType(called, values), ...place, evaluate } };
}

function checkCount(
  called: ExpressionFunction,
  values: readonly Node[],
  { position, end }: { position: number; end: number },
): void {
  const least = called.parameters.filter(({ optional }) => !optional).length;
  const most = called.repeats ? Infinity : called.parameters.length;
  if (values.length >= least && values.length <= most) return;
  const expected = most === Infinity ? `${least}…` : least === most ? least : `${least}–${most}`;
  throw new ExpressionError('argument-count', position, end, {
    name: `${called.name}()`,
    expected,
    given: values.length,
  });
}

function parameterOf({ parameters, repeats }: ExpressionFunction, index: number, count: number): Parameter {
  // An odd one at the end of pairs is what holds otherwise.
  if (repeats === 'pairs') return count % 2 === 1 && index === count - 1 ? parameters[1]! : parameters[index % 2]!;
  return parameters[Math.min(index, parameters.length - 1)]!;
}

function checked(called: ExpressionFunction, value: Node, { type, choices }: Parameter): (value: Value) => Value {
  const isOther = choices ? !choices.includes(String(value.literal)) : !fits(value.type, type);
  const isNoValue =
    !choices && value.literal !== undefined && value.literal !== null && TO_TYPE[type](value.literal) === null;
  if (isOther || isNoValue) {
    const given = value.literal === undefined ? value.type : `“${String(value.literal)}”`;
    throw new ExpressionError('wrong-type', value.position, value.end, {
      name: `${called.name}()`,
      expected: choices ? choices.join(', ') : type,
      given,
    });
  }
  return TO_TYPE[type];
}

/** A choice between values of one type is of that type. */
function resultType({ name, result }: ExpressionFunction, values: readonly Node[]): ValueType {
  const choices = {
    if: values.slice(1),
    case: values.filter((_, index) => index % 2 === 1 || (values.length % 2 === 1 && index === values.length - 1)),
    coalesce: values,
    null_if: values.slice(0, 1),
  }[name];
  if (!choices) return result;
  const types = new Set(choices.filter(({ literal }) => literal !== null).map(({ type }) => type));
  return types.size === 1 ? [...types][0]! : result;
}
