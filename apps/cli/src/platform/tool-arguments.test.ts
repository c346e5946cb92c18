import { expect, test } from 'vitest';
import { toolArguments } from './tool-arguments.ts';

const schema = {
  properties: {
    project: { type: 'string' },
    limit: { type: 'integer' },
    radius: { type: 'number' },
    replace: { type: 'boolean' },
    features: { type: 'array', items: { type: 'integer' } },
    path: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    bounds: { type: 'array' },
    save: { type: 'object', properties: { file: { type: 'string' }, replace: { type: 'boolean' } } },
  },
};
const read = (...pairs: string[]) => toolArguments(pairs, schema);

test('[AIA-127] parameters of a tool are read as its schema says', () => {
  expect(read('project=12', 'limit=12', 'radius=3', 'replace=true')).toEqual({
    project: '12',
    limit: 12,
    radius: 3,
    replace: true,
  });
  expect(read('features=1,2, 3', 'bounds=[1,2]')).toEqual({ features: [1, 2, 3], bounds: [1, 2] });
  expect(read('path=null')).toEqual({ path: null });
  expect(read('path=x=y')).toEqual({ path: 'x=y' });
  expect(read('save.file=/data/1.csv', 'save.replace=false')).toEqual({
    save: { file: '/data/1.csv', replace: false },
  });
  // What the schema does not know is JSON where it can be, else text.
  expect(read('parameters.radius=5', 'parameters.unit=km')).toEqual({ parameters: { radius: 5, unit: 'km' } });
});

test('[AIA-127] what fits nowhere is refused in words', () => {
  expect(() => read('limit')).toThrow('not of the form key=value');
  expect(() => read('limit=many')).toThrow('limit is integer, not “many”');
  expect(() => read('limit=1.5')).toThrow('limit is integer');
  expect(() => read('replace=maybe')).toThrow('replace is boolean');
  expect(() => read('save=1', 'save.file=x')).toThrow('save is object');
  expect(() => read('__proto__.x=1')).toThrow('names nothing');
  expect({}).not.toHaveProperty('x');
});
