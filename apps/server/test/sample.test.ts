import * as Y from 'yjs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cellOf, idleCell, layerReference, readBlocks, readCell, type Symbology } from '@groma/model';
import { chart, database, file, map, notebook, origin, project, projectTool, workflow } from '@groma/protocol';
import { imagePath, readImageLook } from './sample/read-image-look.ts';
import { startTestServer, type Person, type TestServer } from './test-server.ts';
import { TestSql } from './test-sql.ts';

let server: TestServer;
let ann: Person;
beforeAll(async () => {
  server = await startTestServer({ makesSample: true });
  ann = await server.signUp();
});
afterAll(() => server.close());

test('[SHL-136] [SHL-159] [SHL-161] [WFL-152] a new person finds a project with files, a classed map of real layers, a satellite scene, a notebook with its outputs and a workflow that runs, made without a network', async () => {
  const {
    data: [sample, ...others],
  } = await ann.client.call(project.listProjects);
  expect([sample?.name, sample?.is_sample, others]).toEqual(['Countries and places', true, []]);
  const params = { projectId: sample!.id };
  const card = await fetch(server.origin + sample!.picture!, { headers: { cookie: ann.cookie } });
  expect(card.headers.get('content-type')).toBe('image/webp');
  expect((await card.arrayBuffer()).byteLength).toBeGreaterThan(5_000);
  const paths = (await ann.client.call(file.listFiles, { params })).data.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining([
      '/data/countries.geojson',
      '/data/country-statistics.csv',
      '/data/olinda-landsat-7.tif',
      '/data/places.csv',
    ]),
  );
  const {
    data: [read, ...otherNotebooks],
  } = await ann.client.call(notebook.listNotebooks, { params });
  expect(otherNotebooks).toEqual([]);
  const { data: stored } = await ann.client.call(notebook.readNotebook, {
    params: { ...params, notebookId: read!.id },
  });
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Buffer.from(stored.document, 'base64'));
  const cells = readBlocks(doc).flatMap(({ codeId }) => (codeId ? [readCell(cellOf(doc, codeId)!)] : []));
  expect(cells.map(({ label, outcome }) => [label === idleCell.label, outcome])).toEqual(
    cells.map(() => [false, 'ok']),
  );
  expect(new Set(cells.flatMap(({ outputs }) => outputs.map(({ kind }) => kind)))).toEqual(
    new Set(['text', 'text/html', 'stored', 'text/latex']),
  );
  const { data: workflows } = await ann.client.call(workflow.listWorkflows, { params });
  const convert = workflows.find(({ name }) => name === 'Countries to GeoParquet');
  const run = await ann.client.call(workflow.beginWorkflowRun, {
    params: { ...params, workflowId: convert!.id },
    body: { operation_id: crypto.randomUUID() },
  });
  expect(run).toMatchObject({ status: 200, output_paths: ['/data/countries.parquet'] });
  const {
    data: [world, scene],
  } = await ann.client.call(map.listMaps, { params });
  expect([world!.name, scene!.name]).toEqual(['World', 'Olinda from space']);
  const { data: seen } = await ann.client.call(map.readMapState, {
    query: { map_id: scene!.id, project_id: sample!.id },
  });
  const drawnImages = seen.layers.toSorted((one, other) => one.order - other.order);
  expect(drawnImages.map(({ text }) => text)).toEqual(['False colour', 'NDVI']);
  const asked = ['bidx=4&bidx=3&bidx=2', 'expression=%28b4+-+b3%29+%2F+%28b4+%2B+b3%29'];
  for (const [place, { data }] of drawnImages.entries()) {
    const { titiler_url: template } = data as Extract<typeof data, { kind: 'raster' }>;
    expect(template).toContain(asked[place]);
    // The tile of zoom 12 with the centre of the scene.
    const address = template.replace('{z}/{x}/{y}', '12/1651/2139');
    const tile = await fetch(server.origin + address, { headers: { cookie: ann.cookie } });
    expect([tile.status, tile.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect((await tile.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
  }
  const { data: state } = await ann.client.call(map.readMapState, {
    query: { map_id: world!.id, project_id: sample!.id },
  });
  expect(
    state.layers
      .map(({ text, data }) => [text, data?.kind === 'vector' ? data.manifest.featureCount : null])
      .toSorted(),
  ).toEqual([
    ['countries', 177],
    ['places', 243],
  ]);
  const drawn = state.layers.find(({ text }) => text === 'countries')!;
  const style = state.vector_style[drawn.id]!;
  expect(style).toMatchObject({
    symbology: { kind: 'graduated', column: 'density_per_km2' },
    labels: { text: '$name', followsBaseMap: true },
  });
  const { data: charts } = await ann.client.call(chart.listCharts, {
    query: { map_id: world!.id, project_id: sample!.id },
  });
  expect(charts.map(({ type, layer_id }) => [type, layer_id])).toEqual([
    ['bar', drawn.id],
    ['scatter', drawn.id],
  ]);
  const {
    data: [query],
  } = await ann.client.call(projectTool.listProjectTools, { params });
  expect([query!.title, query!.fields.map(({ name }) => name)]).toEqual(['Densest countries', ['least']]);
  // The first class begins with the least, the last ends above the greatest.
  const { breaks } = style.symbology as Extract<Symbology, { kind: 'graduated' }>;
  const table = await readFile(join(import.meta.dirname, '../src/sample/data/country-statistics.csv'), 'utf8');
  // Density is the last column but one; names may hold commas.
  const densities = table
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => Number(line.split(',').at(-2)));
  expect(Math.min(...densities)).toBeGreaterThanOrEqual(breaks[0]!);
  expect(Math.max(...densities)).toBeLessThanOrEqual(breaks.at(-1)!);
});

test('[SHL-163] what a tool and a workflow have made of the sample is there soon, says of what it was made, and can be made again', async () => {
  const [sample] = (await ann.client.call(project.listProjects)).data;
  const params = { projectId: sample!.id };
  const maps = (await ann.client.call(map.listMaps, { params })).data;
  const world = maps.find(({ name }) => name === 'World')!.id;
  const layersOf = async (mapId: string) =>
    (await ann.client.call(map.readMapState, { query: { map_id: mapId, project_id: sample!.id } })).data.layers;
  const patience = { timeout: 60_000, interval: 100 };
  const pathsNow = async () => (await ann.client.call(file.listFiles, { params })).data.map(({ path }) => path);
  await vi.waitUntil(async () => (await pathsNow()).includes('/data/continents.parquet'), patience);
  const source = (await layersOf(world)).find(({ text }) => text === 'countries')!;
  const thing = 'file:/data/continents.parquet';
  const about = (await ann.client.call(origin.readOrigin, { params, query: { thing } })).data.origin!;
  expect(about).toMatchObject({
    kind: 'tool',
    doer: 'dissolve_by_attribute',
    inputs: [{ reference: layerReference({ mapId: world, layerId: source.id }) }],
  });
  const { data: again } = await ann.client.call(origin.runAgain, { params, body: { thing } });
  expect(again.operation_id).not.toBeNull();
  const { data: workflows } = await ann.client.call(workflow.listWorkflows, { params });
  const { id: workflowId } = workflows.find(({ name }) => name === 'Cities by country')!;
  const runs = { params: { ...params, workflowId } };
  const run = await vi.waitUntil(async () => {
    const [last] = (await ann.client.call(workflow.listWorkflowRuns, runs)).data;
    return last && ['success', 'error'].includes(last.status) && last;
  }, patience);
  expect([run.status, run.message]).toEqual(['success', 'Workflow completed successfully']);
  expect(await pathsNow()).toContain('/data/cities-by-country.parquet');
  // What came later has changed nothing of the map that the workspace opens on.
  expect((await ann.client.call(map.listMaps, { params })).data[0]!.name).toBe('World');
});

test('[SHL-164] the database of the sample holds its tables, apart from those of the product', async () => {
  const [sample] = (await ann.client.call(project.listProjects)).data;
  const { data } = await ann.client.call(database.listDatabases, { params: { projectId: sample!.id } });
  expect(data.map(({ name, dbType }) => [name, dbType])).toEqual([
    ['This project', 'project'],
    ['Atlas', 'managed-duckdb'],
  ]);
  const sql = new TestSql(ann, data[1]!.id);
  expect(await sql.rows('SELECT count(*), sum(population)::DOUBLE FROM countries')).toEqual(
    await sql.rows("SELECT count(*), sum(population)::DOUBLE FROM '/data/country-statistics.csv'"),
  );
  expect(await sql.rows('SELECT count(*) FROM places')).toEqual(
    await sql.rows("SELECT count(*) FROM '/data/places.csv'"),
  );
  expect(await sql.rows('SELECT continent FROM continents LIMIT 1')).toEqual([['Asia']]);
});

test('[SHL-165] how the image of the sample is drawn is kept beside it as the product would read it', async () => {
  expect(JSON.parse(await readFile(`${imagePath}.json`, 'utf8'))).toEqual(
    JSON.parse(JSON.stringify(await readImageLook())),
  );
});
