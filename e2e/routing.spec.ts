import { expect, test } from '@playwright/test';
import { MapPage } from './map-page.ts';
import { journeysOfTwo, makeWorkspace, openDrawer, watchErrors, type Person } from './person.ts';

/** What the server's tests write extracts with; journeys are a project of their own, which names no other's files. */
const { osmExtract } = (await import(new URL('../apps/server/test/osm-extract.ts', import.meta.url).href)) as {
  osmExtract(
    nodes: { id: number; longitude: number; latitude: number }[],
    ways: { id: number; nodes: number[]; tags: Record<string, string> }[],
  ): Buffer;
};

let ann: Person;
let map: MapPage;
let errors: () => string[];

/**
 * Crossings of one side, and how far apart they are: so near that every place of the grid has a road within a
 * kilometre.
 */
const side = 300;
const step = 0.015;
/** South-western corner: the grid lies around 0°, 0°. */
const corner = -(side * step) / 2;

/** Roads in a grid, along which one drives 50 kilometres an hour. */
function grid(count = side): Buffer {
  const all = Array.from({ length: count }, (_, at) => at);
  const id = (column: number, row: number): number => row * count + column + 1;
  const nodes = all.flatMap((row) =>
    all.map((column) => ({
      id: id(column, row),
      longitude: corner + column * step,
      latitude: corner + row * step,
    })),
  );
  const tags = { highway: 'primary', maxspeed: '50' };
  const ways = all.flatMap((at) => [
    { id: 2 * at + 1, nodes: all.map((column) => id(column, at)), tags },
    { id: 2 * at + 2, nodes: all.map((row) => id(at, row)), tags },
  ]);
  return osmExtract(nodes, ways);
}

async function upload(buffer: Buffer): Promise<void> {
  const chosen = ann.page.waitForEvent('filechooser');
  await ann.page.getByRole('button', { name: 'Upload', exact: true }).first().click();
  await ann.page.getByRole('menuitem', { name: 'Upload files' }).click();
  await (await chosen).setFiles({ name: 'grid.osm.pbf', mimeType: 'application/octet-stream', buffer });
}

journeysOfTwo(async (one) => {
  ann = one;
  errors = watchErrors(ann.page);
  await makeWorkspace(ann, 'Ways');
  await openDrawer(ann.page, 'Files');
  await upload(grid());
  await expect(ann.page.getByRole('treeitem', { name: /grid\.osm\.pbf/ })).toBeVisible();
  map = await MapPage.make(ann.page, 'Roads');
});

const row = (name: RegExp) => ann.page.getByRole('treeitem', { name });
const drawer = () => ann.page.locator('.function-drawer');
const button = (name: string) => drawer().getByRole('button', { name, exact: true });

async function openTool(name: string): Promise<void> {
  await openDrawer(ann.page, 'Layer Functions');
  if (await button('All tools').isVisible()) await button('All tools').click();
  const search = drawer().getByRole('searchbox', { name: 'Find a tool' });
  await search.fill(name);
  await button(name).first().click();
  await expect(drawer().getByRole('heading', { name, exact: true })).toBeVisible();
  const extract = drawer().getByRole('combobox', { name: 'Road network (OpenStreetMap extract)' });
  await extract.click();
  await ann.page.getByRole('option', { name: 'grid.osm.pbf' }).click();
}

test('[GEO-044, GEO-095] what one reaches from a point that was clicked on the map, over roads of a file of the workspace', async () => {
  await map.canvas.focus();
  await ann.page.keyboard.press('d');
  // So far apart that the second does not snap to the first.
  await map.click(-1.9, 0);
  await map.click(1.9, 0);
  await ann.page.keyboard.press('Enter');
  await expect(row(/^Hand-drawn Geometries/)).toContainText('2');
  await openTool('Isochrone');
  await drawer().getByLabel('Minutes').fill('20');
  await button('Run').click();
  await expect(row(/^Hand-drawn Geometries \(Isochrone\)/)).toBeVisible({ timeout: 60_000 });
  const areas = (await map.stored())['Hand-drawn Geometries (Isochrone)']!;
  expect(areas.map(({ geometry, properties }) => [geometry.type, properties['minutes']])).toEqual([
    ['Polygon', 20],
    ['Polygon', 20],
  ]);
});

test('[GEO-092, GEO-093, GEO-094] service areas, the quickest way and a matrix are layers of their own', async () => {
  for (const [tool, made] of [
    ['Service area', /\(Service area\)/],
    ['Shortest path', /\(Shortest path\)/],
    ['Travel time matrix', /\(Travel time matrix\)/],
  ] as const) {
    await row(/^Hand-drawn Geometries(?! \()/).click();
    await openTool(tool);
    await button('Run').click();
    await expect(row(made)).toBeVisible({ timeout: 60_000 });
  }
  const stored = await map.stored();
  expect(stored['Hand-drawn Geometries (Service area)']!.map(({ properties }) => properties['minutes']).sort()).toEqual(
    [10, 10, 15, 15, 5, 5],
  );
  const [way] = stored['Hand-drawn Geometries (Shortest path)']!;
  expect(way!.geometry.type).toMatch(/LineString/);
  expect(Number(way!.properties['metres'])).toBeGreaterThan(300_000);
});

test('[RES-008, RES-009] other roads mark all of that as out of date, and all of it is run again', async () => {
  await openDrawer(ann.page, 'Files');
  await upload(grid(290));
  await ann.page.getByRole('button', { name: 'Replace', exact: true }).click();
  await openDrawer(ann.page, 'Maps');
  const mark = row(/\(Isochrone\)/).getByRole('button', { name: /^Out of date/ });
  await mark.click({ timeout: 30_000 });
  const dialog = ann.page.getByRole('dialog', { name: 'Origin of “Hand-drawn Geometries (Isochrone)”' });
  await expect(dialog.getByText(/^Made with Isochrone by/)).toBeVisible();
  await expect(dialog.getByText('grid.osm.pbf')).toBeVisible();
  await expect(dialog.getByText('Changed since')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await row(/^Roads/).click({ button: 'right' });
  await ann.page.getByRole('menuitem', { name: 'Run all that is out of date' }).click();
  await expect(ann.page.getByText('Running again what is out of date.')).toBeVisible();
  await expect(ann.page.getByRole('button', { name: /^Out of date/ })).toHaveCount(0, { timeout: 60_000 });
  // The name that is taken was refused before it was asked about.
  expect(errors().filter((text) => !text.includes('409 (Conflict)'))).toEqual([]);
});
