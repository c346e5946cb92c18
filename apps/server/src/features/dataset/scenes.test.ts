import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dataset } from '@groma/protocol';
import { stacItem, StacServer } from '../../../test/stac-server.ts';
import { startWithProject, type Person, type TestServer } from '../../../test/test-server.ts';

const stac = new StacServer();
let server: TestServer;
let ann: Person;
let projectId: string;
let service: string;

beforeAll(async () => {
  await stac.start();
  ({ server, ann, projectId } = await startWithProject({ outboundAllowed: ['localhost'] }));
  service = (await add({ address: `${stac.origin}/` })).id;
});
afterAll(async () => {
  await server.close();
  stac.close();
});
beforeEach(() => {
  Object.assign(stac, { takesPost: true, canQuery: true });
  stac.items.splice(0);
  stac.asked.splice(0);
  stac.bodies.splice(0);
});

const add = async (body: { address: string; name?: string; signing_address?: string }, person = ann) =>
  (await person.client.call(dataset.addSceneSource, { params: { projectId }, body })).data;
const search = (body: object = {}, sourceId = service) =>
  ann.client.call(dataset.searchScenes, { params: { projectId, sourceId }, body });
const idsOf = ({ data }: { data: { id: string }[] }): string[] => data.map(({ id }) => id);
const code = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => 'answered',
    (error: { code?: string }) => error.code,
  );

test('[SAT-005] the catalogue is listed for whoever may read the project', async () => {
  const { data } = await ann.client.call(dataset.listDatasets, { params: { projectId } });
  expect(data.length).toBeGreaterThanOrEqual(100);
  expect(data.find(({ id }) => id === 'sentinel-2-l2a')).toMatchObject({ scale: 10, type: 'processed' });
});

test('[SAT-043, SAT-045, SAT-046] a project has the known sources and its own, which only editors add and remove', async () => {
  const { data } = await ann.client.call(dataset.listSceneSources, { params: { projectId } });
  expect(data.map(({ name, kind }) => [name, kind])).toEqual([
    ['Loopback', 'added'],
    ['Earth Search', 'known'],
    ['Planetary Computer', 'known'],
    ['Copernicus Data Space', 'known'],
    ['USGS Landsat', 'known'],
  ]);
  expect(JSON.stringify(data)).not.toContain('sign');
  const viewer = await server.signUp();
  await server.share(ann, projectId, viewer, 'PROJECT_VIEWER');
  expect(await code(add({ address: `${stac.origin}/other` }, viewer))).toBe('FORBIDDEN');
  const remove = (sourceId: string, person: Person) =>
    person.client.call(dataset.removeSceneSource, { params: { projectId, sourceId } });
  expect(await code(remove(service, viewer))).toBe('FORBIDDEN');
  expect(await code(add({ address: `${stac.origin}/` }))).toBe('STAC_SOURCE_EXISTS');
  stac.documents.set('/more', { type: 'Catalog', id: 'more', links: [] });
  const { id } = await add({ address: `${stac.origin}/more`, name: 'More' });
  const other = await ann.makeProject();
  expect(await code(ann.client.call(dataset.removeSceneSource, { params: { projectId: other, sourceId: id } }))).toBe(
    'NOT_FOUND',
  );
  await remove(id, ann);
  expect(await code(search({}, id))).toBe('NOT_FOUND');
});

test('[SAT-047] addresses inside are refused, also where a public one leads there; what is no STAC is not added', async () => {
  expect(await code(add({ address: `http://127.0.0.1:${stac.port}/` }))).toBe('OUTBOUND_REFUSED');
  expect(await code(add({ address: 'http://169.254.169.254/latest' }))).toBe('OUTBOUND_REFUSED');
  expect(await code(add({ address: `${stac.origin}/away` }))).toBe('OUTBOUND_REFUSED');
  for (const [path, document] of [
    ['/page', '<html>'],
    ['/list', []],
    ['/other', { hello: 'there' }],
  ] as const) {
    stac.documents.set(path, document);
    expect([path, await code(add({ address: stac.origin + path }))]).toEqual([path, 'STAC_UNREADABLE']);
  }
  expect(await code(add({ address: `${stac.origin}/gone` }))).toBe('STAC_UNREACHABLE');
  expect(await code(add({ address: 'http://localhost:1/' }))).toBe('STAC_UNREACHABLE');
  for (const address of ['ftp://localhost/', 'catalog.json', 'https://me:word@localhost/'])
    expect([address, await code(add({ address }))]).toEqual([address, 'BAD_INPUT']);
});

test('[SAT-048] collections come over all pages', async () => {
  const { data, is_cut } = await ann.client.call(dataset.listSceneCollections, {
    params: { projectId, sourceId: service },
  });
  expect([data.map(({ id, title, licence }) => [id, title, licence]), is_cut]).toEqual([
    [
      ['optical', 'Optical', 'CC-BY-4.0'],
      ['radar', 'Radar', 'CC-BY-4.0'],
    ],
    false,
  ]);
});

test('[SAT-042, SAT-049] scenes are found by collection, box, days and clouds, page by page', async () => {
  for (let day = 1; day <= 5; day++)
    stac.items.push(stacItem(`s${day}`, { time: `2025-06-0${day}T10:00:00Z`, cloud: day * 10 }));
  stac.items.push(stacItem('far', { box: [100, 0, 101, 1], cloud: 0 }), stacItem('radar', { collection: 'radar' }));
  const wish = {
    collections: ['optical'],
    box: [14.2, 45.2, 14.4, 45.4],
    from: '2025-06-02',
    to: '2025-06-05',
    most_cloud: 40,
  };
  const first = await search({ ...wish, limit: 2 });
  expect([idsOf(first), first.total]).toEqual([['s3', 's2'], 3]);
  const second = await search({ ...wish, limit: 2, page: first.next! });
  expect([idsOf(second), second.next]).toEqual([['s4'], null]);
  expect(stac.bodies[0]).toEqual({
    collections: ['optical'],
    bbox: wish.box,
    datetime: '2025-06-02T00:00:00Z/2025-06-05T23:59:59Z',
    query: { 'eo:cloud_cover': { lte: 40 } },
    limit: 2,
  });
  expect(await code(search({ page: `${first.next!.split('.')[0]}.AAAAAAAAAAAAAAAAAAAAAA` }))).toBe('BAD_INPUT');
  expect(await code(search({ from: '2025-06-05', to: '2025-06-01' }))).toBe('BAD_INPUT');
});

test('[SAT-050] a service that knows no POST is asked by GET, and clouds are sorted out here', async () => {
  stac.takesPost = false;
  for (const cloud of [5, 60, 15]) stac.items.push(stacItem(`c${cloud}`, { cloud }));
  const first = await search({ most_cloud: 20, collections: ['optical'], limit: 2, box: [14, 45, 15, 46] });
  expect(idsOf(first)).toEqual(['c5']);
  expect(idsOf(await search({ most_cloud: 20, limit: 2, page: first.next! }))).toEqual(['c15']);
  expect(stac.asked.filter((line) => line.startsWith('GET /search')).length).toBe(2);
});

test('[SAT-049] a box across the antimeridian is asked for as two areas', async () => {
  await search({ box: [170, -10, -170, 10] });
  expect(stac.bodies[0]).toMatchObject({ intersects: { type: 'MultiPolygon' } });
  expect((stac.bodies[0]!['intersects'] as { coordinates: unknown[] }).coordinates).toHaveLength(2);
});

test('[SAT-052] what is no scene is counted and left out', async () => {
  stac.items.push(stacItem('good', {}), { type: 'Feature', id: 5 }, { ...stacItem('bad', {}), assets: 'none' });
  const found = await search();
  expect([idsOf(found), found.skipped]).toEqual([['good'], 2]);
});

test('[SAT-043, SAT-053] a static catalogue is walked: by collections, each document once, without what cannot be read', async () => {
  const link = (rel: string, href: string) => ({ rel, href });
  stac.documents.set('/static/catalog.json', {
    type: 'Catalog',
    id: 'static',
    links: [
      link('self', `${stac.origin}/static/catalog.json`),
      link('child', './a/collection.json'),
      link('child', './b/collection.json'),
      link('child', './gone.json'),
    ],
  });
  for (const name of ['a', 'b']) {
    stac.documents.set(`/static/${name}/collection.json`, {
      type: 'Collection',
      id: name,
      links: [
        link('root', '../catalog.json'),
        link('child', '../catalog.json'),
        link('item', './1.json'),
        link('item', './2.json'),
      ],
    });
    for (const number of [1, 2])
      stac.documents.set(`/static/${name}/${number}.json`, {
        ...stacItem(`${name}${number}`, {
          time: `2025-0${number}-01T00:00:00Z`,
          box: number === 1 ? [14, 45, 15, 46] : [20, 45, 21, 46],
        }),
        collection: undefined,
      });
  }
  const { id } = await add({ address: `${stac.origin}/static/catalog.json` });
  const all = await search({}, id);
  expect([idsOf(all).toSorted(), all.total, all.skipped, all.is_cut]).toEqual([['a1', 'a2', 'b1', 'b2'], 4, 1, false]);
  expect(idsOf(await search({ collections: ['b'] }, id))).toEqual(['b2', 'b1']);
  expect(idsOf(await search({ box: [19, 44, 22, 47], from: '2025-01-15' }, id)).toSorted()).toEqual(['a2', 'b2']);
  const first = await search({ limit: 3 }, id);
  expect(idsOf(await search({ limit: 3, page: first.next! }, id))).toHaveLength(1);
  const { data } = await ann.client.call(dataset.listSceneCollections, { params: { projectId, sourceId: id } });
  expect(data.map((each) => each.id)).toEqual(['a', 'b']);
});

test('[SAT-043, SAT-054] a STAC folder of the project works without a network, and names files beside it alone', async () => {
  const asset = (href: string) => ({ data: { href, type: 'image/tiff; application=geotiff' } });
  await ann.upload(
    projectId,
    '/data/stac/catalog.json',
    JSON.stringify({ type: 'Catalog', id: 'mine', links: [{ rel: 'item', href: './one/item.json' }] }),
  );
  await ann.upload(
    projectId,
    '/data/stac/one/item.json',
    JSON.stringify(
      stacItem('mine', {
        assets: {
          ...asset('./red%20band.tif'),
          out: { href: '../../../../etc/passwd' },
          web: { href: 'https://a.example/x.tif' },
          small: { href: 't.png', roles: ['thumbnail'], type: 'image/png' },
        },
      }),
    ),
  );
  const { id, kind, name } = await add({ address: '/data/stac/catalog.json' });
  expect([kind, name]).toEqual(['folder', 'mine']);
  const { data } = await search({}, id);
  expect(data[0]!.assets.map(({ key, address }) => [key, address])).toEqual([
    ['data', '/data/stac/one/red band.tif'],
    ['out', null],
    ['web', 'https://a.example/x.tif'],
    ['small', '/data/stac/one/t.png'],
  ]);
  expect(stac.asked).toEqual([]);
  expect(await code(add({ address: '/data/stac/gone.json' }))).toBe('FILE_NOT_FOUND');
  expect(await code(add({ address: '/data/../etc/passwd' }))).toBe('BAD_PATH');
});

test('[SAT-055] thumbnails come through this server, and only those that a search has named', async () => {
  stac.items.push(stacItem('seen', { assets: { thumbnail: { href: `${stac.origin}/thumb.png`, type: 'image/png' } } }));
  const { data } = await search();
  const picture = (address: string) =>
    ann.fetch(`/api/projects/${projectId}/scene-thumbnail?${new URLSearchParams({ address })}`);
  const found = await picture(data[0]!.thumbnail!);
  expect([found.status, found.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect((await picture(`${stac.origin}/thumb.png`)).status).toBe(404);
  const other = await ann.makeProject();
  const elsewhere = await ann.fetch(
    `/api/projects/${other}/scene-thumbnail?${new URLSearchParams({ address: data[0]!.thumbnail! })}`,
  );
  expect(elsewhere.status).toBe(404);
});
