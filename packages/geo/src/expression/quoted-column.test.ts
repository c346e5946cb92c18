import { expect, test } from 'vitest';
import type { Column } from '../snapshot/manifest.ts';
import { compileToolCondition } from '../tool/row-expression.ts';
import { compileExpression } from './compile-expression.ts';
import { ExpressionError } from './expression-error.ts';

const columns: Column[] = [
  { name: 'name', type: 'text' },
  { name: 'STATE NAME', type: 'text' },
  { name: 'say "hi"', type: 'number' },
];
const properties = { name: 'Denver', 'STATE NAME': 'Colorado', 'say "hi"': 5 };

function value(text: string): unknown {
  return compileExpression(text, columns).evaluate({ properties });
}

function refusal(
  text: string,
  compile: typeof compileToolCondition = (own, all) => compileExpression(own, all),
): unknown {
  try {
    compile(text, columns);
  } catch (error) {
    if (error instanceof ExpressionError) return [error.message, text.slice(error.position, error.end)];
    throw error;
  }
  return null;
}

test('[VEC-026] a name in double quotes is that column, a text stands in single quotes', () => {
  expect(value('"name" = \'Denver\'')).toBe(true);
  expect(value('"STATE NAME" & \'!\'')).toBe('Colorado!');
  expect(value('"say ""hi""" + 1')).toBe(6);
  expect([...compileExpression('"name" = \'a\'', columns).columns]).toEqual(['name']);
  expect(compileExpression('"name"', columns).copied).toBe('text');
  expect(refusal('$name = "Den\'ver"')).toEqual([
    "There is no column “Den'ver”. Text goes in single quotes: 'Den''ver'",
    '"Den\'ver"',
  ]);
  expect(refusal('"name')).toEqual(['This text has no closing quote.', '"name']);
});

test('[VEC-026] the name of a column without its sign is shown with it, and words are quoted as they were written', () => {
  expect(refusal("Name = 'Denver'")).toEqual(['Write $name for the values of the column “name”.', 'Name']);
  expect(refusal('1 + NAME')).toEqual(['Write $name for the values of the column “name”.', 'NAME']);
  expect(refusal('STATE_Name = 1')).toEqual(['“STATE_Name” is not expected here.', 'STATE_Name']);
  expect(refusal('$name AND')).toEqual(['Something is missing at the end.', '']);
  expect(refusal('$name Denver')).toEqual(['“Denver” is not expected here.', 'Denver']);
  expect(refusal('Foo($name)')).toEqual(['There is no function “Foo”.', 'Foo']);
  expect(value('UPPER($name)')).toBe('DENVER');
});

test('[VEC-026] a condition of a tool that asks for nothing of a feature shows how a column is written', () => {
  const said = 'This is the same for every feature, as it uses no column. A column is written $name.';
  expect(refusal("'name' = 'Denver'", compileToolCondition)).toEqual([said, "'name' = 'Denver'"]);
  expect(refusal('true', compileToolCondition)).toEqual([said, 'true']);
  for (const text of ["= $name = 'a'", 'feature_id() < 3', 'area() > 5'])
    expect(refusal(text, compileToolCondition)).toBe(null);
});
