import { expect, test } from 'vitest';
import { namedThings } from './named-things.ts';
import { companionsOf, filesOfSolid } from './needed-files.ts';
import type { ProjectContent } from './project-content.ts';

const layer = (id: string, name: string, mapId: string, mapName: string) => ({
  id,
  name,
  mapId,
  mapName,
  type: 'Layer' as const,
  kind: 'vector' as const,
  source: {},
  style: {},
});
const [toolId, notebookId] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
/** A query of a connection to another server. */
const outerToolId = '00000000-0000-4000-8000-000000000003';
const paths = [
  'a.csv',
  'b c.csv',
  'in/x1.csv',
  'in/x2.csv',
  'in/deep/y.csv',
  'scene.tif',
  'scene.tfw',
  'scene.tif.ovr',
];
const files = [...paths, 'city/tileset.json', 'city/0.b3dm'].map((path) => `/data/${path}`);
const content: ProjectContent = {
  maps: [
    { id: 'm1', name: 'World' },
    { id: 'm2', name: 'Other' },
  ],
  layers: [layer('l1', 'roads', 'm1', 'World'), layer('l2', 'a/b', 'm1', 'World'), layer('l3', 'roads', 'm2', 'Other')],
  notebooks: [],
  workflows: [],
  databases: [
    { id: 'd1', name: 'Gauges', type: 'managed-duckdb' },
    { id: 'd2', name: 'This project', type: 'project' },
  ],
  tools: [
    { id: `query:${toolId}`, title: 'Ask', query: 'SELECT 1', databaseId: 'd1' },
    { id: `query:${outerToolId}`, title: 'Ask elsewhere', query: 'SELECT 1', databaseId: 'd9' },
  ],
  composites: [],
  sceneSources: [],
  paths: new Set(files),
  files: files.map((path) => ({ path, bytes: 1 })),
  folders: new Set(['/data/in', '/data/in/deep', '/data/city']),
};
const named = (text: string) => {
  const found = namedThings([text], content);
  return Object.fromEntries(Object.entries(found).flatMap(([kind, set]) => (set.size > 0 ? [[kind, [...set]]] : [])));
};

test('[PUB-055] layers are found by names, references and in SQL', () => {
  for (const text of [
    'groma.layers["World/roads"].frame()',
    "groma.tools.buffer('World/roads', radius=2)",
    'groma.read("layer:World/roads")',
    'layer:m1/l1',
    'SELECT * FROM layers."World"."roads"',
    'select * from layers.world.roads r',
  ])
    expect([text, named(text)]).toEqual([text, { layers: ['l1'] }]);
  expect(named('layer:World/a%2Fb')).toEqual({ layers: ['l2'] });
  expect(named('SELECT roads FROM world')).toEqual({});
  expect(named('groma.maps["World"].layers')).toEqual({ maps: ['m1'] });
});

test('[PUB-055] files are found by paths, from where code runs, by folders and patterns', () => {
  const found = (...names: string[]) => ({ files: names.map((name) => `/data/${name}`) });
  expect(named('pd.read_csv("/data/a.csv")')).toEqual(found('a.csv'));
  expect(named("open('a.csv')")).toEqual(found('a.csv'));
  expect(named('open("./a.csv")')).toEqual(found('a.csv'));
  expect(named('read.csv("b c.csv")')).toEqual(found('b c.csv'));
  expect(named('COPY t FROM /data/a.csv;')).toEqual(found('a.csv'));
  expect(named('glob("/data/in/*.csv")')).toEqual(found('in/x1.csv', 'in/x2.csv'));
  expect(named('f"/data/in/x{n}.csv"')).toEqual(found('in/x1.csv', 'in/x2.csv'));
  expect(named('os.listdir("/data/in")')).toEqual(found('in/x1.csv', 'in/x2.csv', 'in/deep/y.csv'));
  expect(named('os.walk("/data")')).toEqual({});
  expect(named('glob("*")')).toEqual({});
  expect(named('"/etc/passwd", "/data/../a.csv"')).toEqual({});
});

test('[PUB-055] databases and tools of people are found', () => {
  expect(named('-- database: Gauges\nSELECT 1')).toEqual({ databases: ['d1'] });
  expect(named('groma.sql("SELECT 1", database="Gauges")')).toEqual({ databases: ['d1'] });
  expect(named('groma.tables["table:Gauges/public/flow"]')).toEqual({ databases: ['d1'] });
  expect(named(`query:${toolId}`)).toEqual({ databases: ['d1'] });
  expect(named(`query:${outerToolId}`)).toEqual({});
  expect(named(`notebook:${notebookId}`)).toEqual({ notebooks: [notebookId] });
});

test('[PUB-055] what is read with a file comes with it, and of a set of tiles all that lies in its folder', () => {
  expect(companionsOf('/data/scene.tif', content)).toEqual(['/data/scene.tif.ovr', '/data/scene.tfw']);
  expect(filesOfSolid('/data/city/tileset.json', content)).toEqual(['/data/city/tileset.json', '/data/city/0.b3dm']);
  expect(filesOfSolid('/data/model.glb', content)).toEqual(['/data/model.glb']);
});
