import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cellOf, ensureCell, findBlock, readBlocks, readCell, type CodeCell } from '@groma/model';
import { access, file, machine, notebook, project, type LiveConnection } from '@groma/protocol';
import { skipReason } from './test-kernel.ts';
import { TestMap, type TestVisitor } from './test-map.ts';
import { startTestServer, type Person, type TestServer } from './test-server.ts';

/** The main job of the product by calls and sockets alone, in the order in which two people would do it. */
let server: TestServer;
let ann: Person;
let ben: Person;
let projectId: string;
let annsMap: TestMap;
let bensVisit: TestVisitor;
let riversId: string;
let notebookId: string;
let annsPage: LiveConnection;
let bensPage: LiveConnection;
const folder = mkdtempSync(join(tmpdir(), 'groma-journey-'));

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  for (const page of [annsPage, bensPage]) page?.close();
  await server.close();
  rmSync(folder, { recursive: true });
});

const gauges = {
  type: 'FeatureCollection',
  features: [
    ['Paks', 18.86, 46.62, 1176],
    ['Mohács', 18.68, 45.99, 982],
    ['Vukovar', 19.01, 45.35, 1415],
  ].map(([name, longitude, latitude, discharge]) => ({
    type: 'Feature',
    properties: { name, discharge },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  })),
};

/** The same gauges in another format and reference system, made by GDAL. */
function converted(format: string, name: string, ...more: string[]): Uint8Array<ArrayBuffer> {
  const source = join(folder, 'gauges.geojson');
  execFileSync('ogr2ogr', ['-f', format, join(folder, name), source, ...more]);
  return new Uint8Array(readFileSync(join(folder, name)));
}

test('one signs up, makes a project and shares it with another', async () => {
  [ann, ben] = [await server.signUp(), await server.signUp()];
  expect((await ann.client.call(access.verification)).data.ownedTenant?.plan?.is_active).toBe(true);
  projectId = await ann.makeProject('Danube');
  await server.share(ann, projectId, ben, 'PROJECT_EDITOR');
  expect((await ben.client.call(project.listProjects)).data.map(({ name, role }) => [name, role])).toContainEqual([
    'Danube',
    'PROJECT_EDITOR',
  ]);
});

test('[VEC-005] [VEC-006] [VEC-009] files of six formats, in any reference system, come to lie on the same places', async () => {
  annsMap = await TestMap.make(ann, projectId);
  bensVisit = await annsMap.as(ben).enter();
  await annsMap.upload('gauges.geojson', JSON.stringify(gauges));
  execFileSync('tee', [join(folder, 'gauges.geojson')], {
    input: JSON.stringify(gauges),
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const utm = ['-t_srs', 'EPSG:32634'];
  converted('ESRI Shapefile', 'shape.shp', ...utm);
  for (const extension of ['shp', 'shx', 'dbf', 'prj'])
    await annsMap.upload(`shape.${extension}`, new Uint8Array(readFileSync(join(folder, `shape.${extension}`))));
  await annsMap.upload('box.gpkg', converted('GPKG', 'box.gpkg', ...utm));
  await annsMap.upload('flat.fgb', converted('FlatGeobuf', 'flat.fgb', ...utm));
  await annsMap.upload('earth.kml', converted('KML', 'earth.kml', '-dsco', 'NameField=name'));
  await annsMap.upload(
    'table.csv',
    `name,lon,lat,discharge\n${gauges.features.map(({ properties, geometry }) => [properties.name, ...geometry.coordinates, properties.discharge].join(',')).join('\n')}\n`,
  );
  for (const path of ['gauges.geojson', 'shape.shp', 'box.gpkg', 'flat.fgb', 'earth.kml', 'table.csv']) {
    const {
      Layer: [layer],
    } = await annsMap.import(`/data/${path}`);
    const places = [...(await annsMap.features(layer!.id)).values()].map(({ geometry }) =>
      (geometry as { coordinates: number[] }).coordinates.slice(0, 2).map((degrees) => Math.round(degrees * 1e6) / 1e6),
    );
    expect([path, places.toSorted()]).toEqual([
      path,
      gauges.features.map(({ geometry }) => geometry.coordinates as number[]).toSorted(),
    ]);
    riversId ||= layer!.id;
  }
  await bensVisit.until(() => bensVisit.last('Layers_Changed') !== undefined);
  expect((await annsMap.as(ben).state()).layers).toHaveLength(6);
});

test('[MAP-090] an edit of a cell of one reaches the other with its number, and stays', async () => {
  const [fid] = [...(await annsMap.features(riversId))].find(([, { properties }]) => properties['name'] === 'Mohács')!;
  const { layers } = await annsMap.post({
    type: 'Update_Vector_Layer_Data',
    vector_update: { [riversId]: { type: 'Edit_Property', edits: [{ fid, column: 'discharge', value: 990 }] } },
  });
  await bensVisit.until(() => bensVisit.last('Layer_Edits')?.layer_id === riversId);
  expect(bensVisit.last('Layer_Edits')?.seq).toBe(layers[riversId]?.seq);
  expect((await annsMap.as(ben).features(riversId)).get(fid)?.properties['discharge']).toBe(990);
});

const codeOf = (page: LiveConnection, index: number): { blockId: string; codeId: string; cell: CodeCell } => {
  const block = readBlocks(page.doc).filter(({ codeId }) => codeId)[index]!;
  return { blockId: block.id, codeId: block.codeId!, cell: readCell(cellOf(page.doc, block.codeId!)!) };
};

test('[NBK-035] [SHL-003] both write one notebook, and each sees what the other wrote once it is saved', async () => {
  const { data } = await ann.client.call(notebook.createNotebook, {
    params: { projectId },
    body: {
      name: 'Low flow',
      initialTemplate: {
        nbformat: 4,
        nbformat_minor: 4,
        metadata: {},
        cells: [
          { cell_type: 'markdown', metadata: {}, source: '# Low flow' },
          {
            cell_type: 'code',
            metadata: {},
            outputs: [],
            execution_count: null,
            source:
              'import geopandas as gpd\ngauges = gpd.read_file("/data/gauges.geojson")\nprint(len(gauges), "gauges")\ngauges.drop(columns="geometry")',
          },
          { cell_type: 'code', metadata: {}, outputs: [], execution_count: null, source: '' },
        ],
      },
    },
  });
  notebookId = data.id;
  [annsPage, bensPage] = [ann.live('main', notebookId), ben.live('main', notebookId)];
  await Promise.all([annsPage.whenSynced(), bensPage.whenSynced()]);
  const { codeId } = codeOf(annsPage, 1);
  (ensureCell(bensPage.doc, codeId).get('code') as { insert(at: number, text: string): void }).insert(
    0,
    'int(gauges.discharge.max())',
  );
  await bensPage.whenSaved();
  await expect.poll(() => codeOf(annsPage, 1).cell.code).toBe('int(gauges.discharge.max())');
});

test.skipIf(skipReason)(
  `[KRN-047] [NBK-131] code runs on a machine, reads the uploaded file, and both see its outputs${skipReason ? ` (${skipReason})` : ''}`,
  async () => {
    const [first, second] = [codeOf(annsPage, 0), codeOf(annsPage, 1)];
    const run = () =>
      ann.client.call(notebook.postToNotebook, {
        params: { notebookId },
        body: {
          type: 'Enqueue_Blocks',
          notebookId,
          projectId,
          blocks: [first, second].map(({ blockId, cell }) => ({ blockId, code: cell.code })),
        },
      });
    await expect(run()).rejects.toMatchObject({
      code: 'MACHINE_NOT_ACCESSIBLE',
      message: 'Start the machine first at bottom left.',
    });
    expect((await ann.client.call(machine.startMachine, { params: { projectId }, body: {} })).data.status).toBe(
      'Accessible',
    );
    await run();
    await expect.poll(() => codeOf(bensPage, 1).cell.status, { timeout: 60_000 }).toBe('completed');
    expect(codeOf(bensPage, 0).cell.outputs).toEqual([
      { kind: 'text', text: '3 gauges\n' },
      expect.objectContaining({ kind: 'text/html', html: expect.stringContaining('Vukovar') as string }),
    ]);
    expect(codeOf(bensPage, 1).cell.outputs).toEqual([{ kind: 'text/plain', text: '1415' }]);
    expect(findBlock(bensPage.doc, first.blockId)?.codeId).toBe(first.codeId);

    const jupyter = JSON.parse(
      await (await ben.client.open(notebook.downloadNotebook, { params: { notebookId, projectId } })).text(),
    ) as { nbformat: number; cells: { outputs?: unknown[] }[] };
    expect(jupyter.nbformat).toBe(4);
    expect(jupyter.cells.map((cell) => cell.outputs?.length)).toEqual([undefined, 2, 1]);
  },
);

test('a file that the code wrote is among the files, and a person without a role finds nothing of all this', async () => {
  const stranger = await server.signUp();
  const params = { projectId };
  await expect(stranger.client.call(file.listFiles, { params })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const page = stranger.live('main', notebookId);
  await expect.poll(() => page.state.connection).toBe('refused');
  page.close();
  if (skipReason) return;
  const { blockId } = codeOf(annsPage, 1);
  await ann.client.call(notebook.postToNotebook, {
    params: { notebookId },
    body: { type: 'Enqueue_Code', blockId, code: 'open("/data/from-code.txt", "w").write("x")', notebookId, projectId },
  });
  await expect
    .poll(async () => (await ben.client.call(file.listFiles, { params })).data.map(({ path }) => path), {
      timeout: 20_000,
    })
    .toContain('/data/from-code.txt');
});
