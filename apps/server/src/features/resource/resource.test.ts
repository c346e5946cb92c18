import { afterAll, beforeAll, expect, test } from 'vitest';
import { database, map, resource } from '@groma/protocol';
import type { Person, TestServer } from '../../../test/test-server.ts';
import { startWithMap, type TestMap } from '../../../test/test-map.ts';

let server: TestServer;
let ann: Person;
let own: TestMap;
let wells: string;

beforeAll(async () => {
  ({ server, ann, own } = await startWithMap());
  await own.upload('gauges/Mohács.csv', 'name,lon,lat\nMohács,18.68,45.99\n');
  await own.upload('notes.txt', 'no data');
  wells = await own.draw('Wells/deep', [{ name: 'North', depth: 12 }]);
});
afterAll(() => server.close());

const list = async (query = '', kinds?: string, person = ann) =>
  (
    await person.client.call(resource.listResources, {
      params: { projectId: own.projectId },
      query: { query, ...(kinds !== undefined && { kinds }) },
    })
  ).data;
const read = async (name: string, person = ann) =>
  (await person.client.call(resource.readResource, { params: { projectId: own.projectId }, query: { name } })).data;

test('[RES-002] layers and files are listed by words of their names and places, other files are not', async () => {
  expect((await list()).map(({ name }) => name)).toEqual(['layer:A map/Wells%2Fdeep', 'file:/data/gauges/Mohács.csv']);
  expect(await list('mohacs GAU')).toMatchObject([
    { kind: 'file', label: 'Mohács.csv', place: '/data/gauges', reference: 'file:/data/gauges/Mohács.csv' },
  ]);
  expect((await list('deep map')).map(({ label }) => label)).toEqual(['Wells/deep']);
  expect(await list('', 'image,table')).toEqual([]);
});

test('[RES-003] a name leads to columns, extent and version, and its reference stays right when the thing is renamed', async () => {
  const before = await read('layer:A map/Wells%2Fdeep');
  expect(before).toMatchObject({
    reference: `layer:${own.mapId}/${wells}`,
    label: 'Wells/deep',
    place: 'A map',
    crs: 'EPSG:4326',
    columns: expect.arrayContaining([
      expect.objectContaining({ name: 'depth', is_geometry: false }),
      expect.objectContaining({ is_geometry: true }),
    ]),
  });
  await own.post({
    type: 'Update_Vector_Layer_Data',
    vector_update: { [wells]: [{ type: 'Edit_Property', edits: [{ fid: 1, column: 'depth', value: 13 }] }] },
  });
  await ann.client.call(map.renameMap, {
    params: { mapId: own.mapId, projectId: own.projectId },
    body: { name: 'Water' },
  });
  const after = await read(before.reference);
  expect(after).toMatchObject({ name: 'layer:Water/Wells%2Fdeep', reference: before.reference });
  expect(after.version).not.toBe(before.version);
  await expect(read('layer:A map/Wells%2Fdeep')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('[RES-001, RES-003] a path is the name of a file', async () => {
  const described = await read('/data/gauges/Mohács.csv');
  expect(described).toMatchObject({ kind: 'file', rows: 1 });
  expect(described.columns.map(({ name }) => name)).toContain('name');
  for (const path of ['/data/gone.csv', '/data/../etc/passwd.csv', '/data/notes.txt', '/data/gauges'])
    await expect(read(path)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(read('roads')).rejects.toMatchObject({ code: 'BAD_INPUT', message: expect.stringContaining('“roads”') });
});

test('[RES-002, RES-003] files of other kinds are found where their endings are asked for, and no others then', async () => {
  await own.upload('roads/Near.laz', 'x');
  const endings = '.las,.laz';
  const { data } = await ann.client.call(resource.listResources, {
    params: { projectId: own.projectId },
    query: { kinds: 'file', endings },
  });
  expect(data.map(({ reference }) => reference)).toEqual(['file:/data/roads/Near.laz']);
  const named = (name: string) =>
    ann.client.call(resource.readResource, { params: { projectId: own.projectId }, query: { name, endings } });
  expect((await named('/data/roads/Near.laz')).data).toMatchObject({ kind: 'file', label: 'Near.laz' });
  await expect(named('/data/gauges/Mohács.csv')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(read('/data/roads/Near.laz')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('[RES-003] a name that two layers have is refused with the references of both', async () => {
  const [one, two] = [await own.draw('Twice', [{ a: 1 }]), await own.draw('Twice', [{ a: 1 }])];
  await expect(read('layer:Water/Twice')).rejects.toMatchObject({
    code: 'BAD_INPUT',
    message: expect.stringMatching(new RegExp(`${one}.*${two}|${two}.*${one}`)),
  });
  expect((await read(`layer:${own.mapId}/${two}`)).label).toBe('Twice');
});

test('[RES-002, RES-003] tables of databases are found by what was last read of them', async () => {
  const { data } = await ann.client.call(database.createDatabase, {
    params: { projectId: own.projectId },
    body: { name: 'city', dbType: 'managed-duckdb' },
  });
  await (
    await ann.client.open(database.runQuery, {
      params: { databaseId: data.id },
      body: { query: 'CREATE TABLE parcels (id INTEGER, owner VARCHAR)' },
    })
  ).text();
  await ann.client.call(database.readSchema, { params: { databaseId: data.id } });
  const [parcels] = await list('parcels');
  expect(parcels).toMatchObject({ name: 'table:city/main/parcels', reference: `table:${data.id}/main/parcels` });
  expect((await read('table:city/main/parcels')).columns.map(({ name }) => name)).toEqual(['id', 'owner']);
});

test('[RES-004] to whoever is not in the project there is nothing', async () => {
  const ben = await server.signUp();
  await expect(list('', undefined, ben)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(read(`layer:${own.mapId}/${wells}`, ben)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const other = await ben.makeProject();
  await expect(
    ben.client.call(resource.readResource, {
      params: { projectId: other },
      query: { name: `layer:${own.mapId}/${wells}` },
    }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
