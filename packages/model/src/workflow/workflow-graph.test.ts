import { expect, test } from 'vitest';
import { workflowKind, workflowNode } from './workflow-graph.ts';

const place = { id: 'n', position: { x: 0, y: 0 } };
const read = (type: string, data: object) => workflowNode.safeParse({ ...place, type, data }).data?.data;

test.each([
  [
    'input',
    { label: 'In', includePath: '/data/a.tif, /data/b.tif', dataType: 'any', format: null },
    { excludePath: '' },
  ],
  ['output', { label: 'Out', dataType: 'vector', format: 'geojson' }, { path: '' }],
  [
    'conversion',
    { label: 'To', inputType: 'raster', outputType: 'raster', inputFormat: 'geotiff', outputFormat: 'cog' },
    { isValid: true },
  ],
] as const)(
  '[WFL-027, WFL-028, WFL-029] the data of the kind %s has its fields, and no others',
  (type, data, added) => {
    expect(read(type, { ...data, other: 1 })).toEqual({ ...data, ...added });
    for (const name of Object.keys(data)) expect([name, read(type, { ...data, [name]: 7 })]).toEqual([name, undefined]);
  },
);

test('[WFL-049] a pipeline has inputs, outputs and conversions; any other node makes it a general workflow', () => {
  const kindOf = (type: string) => workflowKind({ nodes: [{ ...place, type, data: { label: '' } } as never] });
  expect(['input', 'output', 'conversion'].map(kindOf)).toEqual(['basic', 'basic', 'basic']);
  expect(['data', 'tool', 'query', 'note'].map(kindOf)).toEqual(Array(4).fill('general'));
  expect(workflowNode.safeParse({ ...place, type: 'port', data: { label: '' } }).success).toBe(false);
});
