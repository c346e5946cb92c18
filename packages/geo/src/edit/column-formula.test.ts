import { describe, expect, it } from 'vitest';
import type { Properties } from '../geometry.ts';
import type { Column } from '../snapshot/manifest.ts';
import { parseColumnFormula } from './column-formula.ts';

const COLUMNS: Column[] = [
  { name: 'name', type: 'text' },
  { name: 'population', type: 'integer' },
  { name: 'area', type: 'number' },
  { name: 'area km2', type: 'number' },
  { name: 'tags', type: 'json' },
];
const ROW: Properties = { name: 'Rome', population: 12, area: 4, 'area km2': 8, tags: ['a'] };
const value = (text: string, properties: Properties = ROW): unknown =>
  parseColumnFormula(text, COLUMNS).evaluate({ properties });

describe('parseColumnFormula', () => {
  it('[VEC-022] puts the values of other columns in place of their names', () => {
    expect(value('City of $name ($population)')).toBe('City of Rome (12)');
    expect(value('$name')).toBe('Rome');
    expect(value('$population')).toBe(12);
    expect(value('$tags')).toEqual(['a']);
    expect(value('${area km2}/$area')).toBe('8/4');
    expect(value('$area km2')).toBe(8);
    expect(value('costs $5')).toBe('costs $5');
    expect(value('$name!', { name: null })).toBe('!');
  });

  it('[VEC-023] leaves cells empty where no value is given', () => {
    expect(value('')).toBeNull();
    expect(value('  ')).toBeNull();
  });

  it('[VEC-026] computes where the value begins with an equals sign', () => {
    expect(value('=$population / $area')).toBe(3);
    expect(value('=2 + 3 * -($area - 1.5)')).toBe(-5.5);
    expect(value('=10 - 2 - 3')).toBe(5);
    expect(value('=1e3/${area km2}')).toBe(125);
    expect(value('=$population / 0')).toBeNull();
    expect(value('=$name * 2')).toBeNull();
    expect(value('=$population', { population: null })).toBeNull();
    for (const wrong of ['=', '=1 +', '=(1', '=$nothing', '=1 2', '=alert(1)'])
      expect(() => parseColumnFormula(wrong, COLUMNS), wrong).toThrow(SyntaxError);
  });
});
