import { expect, it } from 'vitest';
import { dottedNames } from './sql-name.ts';

const namesOf = (statement: string) => dottedNames(statement).map((parts) => parts.map(({ name }) => name));

it('[DBS-091] finds names with dots wherever they stand, and none in texts and comments', () => {
  expect(namesOf('SELECT a.b FROM layers."A ""map"".x". "lay-er" -- c.d\nJOIN files . "/data/x.csv"')).toEqual([
    ['a', 'b'],
    ['layers', 'A "map".x', 'lay-er'],
    ['files', '/data/x.csv'],
  ]);
  expect(namesOf(`SELECT 'a.b', E'it\\'s c.d', $$ e.f $$, 1.5, 1.e5, x FROM y`)).toEqual([]);
  expect(namesOf('COPY (FROM layers /* i.j */ . größe.straße) TO k')).toEqual([['layers', 'größe', 'straße']]);
  expect(namesOf('a.b c.d."e"')).toEqual([
    ['a', 'b'],
    ['c', 'd', 'e'],
  ]);
  const [[, part]] = dottedNames('FROM x."y z"') as [[unknown, { start: number; end: number }]];
  expect(part).toMatchObject({ start: 7, end: 12 });
});
