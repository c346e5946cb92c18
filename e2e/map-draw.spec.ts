import { expect, test } from '@playwright/test';
import { MapPage } from './map-page.ts';
import { journeysOfTwo, makeWorkspace, openDrawer, shareWith, watchErrors, type Person } from './person.ts';

let ann: Person;
let ben: Person;
let map: MapPage;
let errors: () => string[];

journeysOfTwo(async (...both) => {
  [ann, ben] = both;
  errors = watchErrors(ann.page);
  await makeWorkspace(ann, 'Drawings');
  await shareWith(ann, ben);
});

const bar = () => ann.page.getByRole('group', { name: 'Drawing' });
const row = (name: string | RegExp) => ann.page.getByRole('treeitem', { name });
const drawn = async () => (await map.stored())['Hand-drawn Geometries'] ?? [];
/** Whether an area that is stored has a corner there, as exactly as a pixel is. */
const hasVertex = async (longitude: number, latitude: number) =>
  (await drawn())
    .filter(({ geometry }) => geometry.type === 'Polygon')
    .some(({ geometry }) =>
      (geometry.coordinates as [number, number][][])[0]!.some(
        ([x, y]) => Math.abs(x - longitude) < 0.3 && Math.abs(y - latitude) < 0.3,
      ),
    );
const types = (features: { geometry: { type: string } }[]) => features.map(({ geometry }) => geometry.type).sort();

test('[MAP-007] [MAP-008] [MAP-009] [MAP-010] [MAP-011] [MAP-012] [MAP-013] [MAP-014] [MAP-015] [MAP-029] [MAP-049] [MAP-051] [MAP-052] seven shapes are drawn by their keys into Hand-drawn Geometries, which Enter saves', async () => {
  map = await MapPage.make(ann.page, 'Sketches');
  await ann.page.getByRole('button', { name: 'Maps', exact: true }).first().click();
  await ann.page.keyboard.press('d');
  await expect(row('Hand-drawn Geometries')).toBeVisible();
  await expect(ann.page.getByRole('button', { name: 'Point', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect(bar().getByRole('radio', { name: 'No Label' })).toBeChecked();
  await map.click(-40, 20);
  await ann.page.keyboard.press('l');
  for (const [longitude, latitude] of [
    [-30, 20],
    [-20, 25],
  ] as const)
    await map.click(longitude, latitude);
  await map.doubleClick(-20, 25);
  await ann.page.keyboard.press('p');
  for (const [longitude, latitude] of [
    [-10, 20],
    [0, 20],
    [0, 28],
  ] as const)
    await map.click(longitude, latitude);
  await expect(bar()).toContainText('3 vertices');
  await ann.page.keyboard.press('Enter');
  await ann.page.keyboard.press('c');
  await map.drag([20, 22], [24, 22]);
  await ann.page.keyboard.press('r');
  await map.drag([-40, -20], [-30, -28]);
  await ann.page.keyboard.press('e');
  for (const [longitude, latitude] of [
    [-15, -24],
    [-8, -21],
  ] as const)
    await map.click(longitude, latitude);
  await ann.page.keyboard.press('f');
  await map.drag([10, -20], [20, -20], [20, -28], [10, -28]);
  await expect(bar()).toContainText('7 features');
  // Leaving the page would lose them: it asks.
  expect(await ann.page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })))).toBe(false);
  expect(await drawn()).toEqual([]);
  await ann.page.keyboard.press('Enter');
  await expect
    .poll(async () => types(await drawn()))
    .toEqual(['LineString', 'Point', 'Polygon', 'Polygon', 'Polygon', 'Polygon', 'Polygon']);
  await expect(bar()).toHaveCount(0);
  await expect(ann.page.getByRole('button', { name: 'Select', exact: true })).toHaveAttribute('aria-pressed', 'true');
});

test('[MAP-087] a layer that is undone and redone is there again with its features', async () => {
  await expect(row('Hand-drawn Geometries')).toContainText('7');
  await ann.page.keyboard.press('Control+z');
  await expect(row('Hand-drawn Geometries')).toHaveCount(0);
  await ann.page.keyboard.press('Control+Shift+z');
  await expect(row('Hand-drawn Geometries')).toContainText('7');
  expect(types(await drawn())).toHaveLength(7);
});

test('[MAP-016] [MAP-053] [MAP-054] [MAP-065] drawing with a layer selected adds to it, with the label that was chosen', async () => {
  await row(/^Hand-drawn/).click();
  await expect(row(/^Hand-drawn/)).toHaveAttribute('aria-selected', 'true');
  await ann.page.keyboard.press('Tab');
  await map.canvas.focus();
  await ann.page.keyboard.press('d');
  await expect(row('Editing - Hand-drawn Geometries')).toBeVisible();
  await bar().getByRole('radio', { name: 'Positive' }).check();
  await map.click(40, 40);
  await bar().getByRole('radio', { name: 'Negative' }).check();
  await map.click(45, 40);
  await bar()
    .getByRole('button', { name: /Finish/ })
    .click();
  await expect
    .poll(async () =>
      (await drawn())
        .map(({ properties }) => properties['positive'])
        .filter((value) => value !== null && value !== undefined),
    )
    .toEqual([true, false]);
  expect(await drawn()).toHaveLength(9);
});

test('[MAP-064] [MAP-066] [MAP-067] [MAP-068] a layer that one has selected is closed to the other until it is let go', async () => {
  await ben.page.goto(ann.page.url());
  await openDrawer(ben.page, 'Maps');
  await ben.page.getByRole('treeitem', { name: /Sketches/ }).dblclick();
  const his = ben.page.getByRole('treeitem', { name: /^Hand-drawn/ });
  await expect(his).toHaveAccessibleName(/Locked/);
  // The word goes by itself: a page that stood still meanwhile is pressed again.
  await expect(async () => {
    await his.click();
    await expect(ben.page.getByText(`${ann.username} is editing this layer`)).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await expect(his).toHaveAttribute('aria-selected', 'false');
  await row(/^Hand-drawn/).click();
  await expect(row(/^Hand-drawn/)).toHaveAttribute('aria-selected', 'false');
  await expect(his).not.toHaveAccessibleName(/Locked/);
  await his.click();
  await expect(his).toHaveAttribute('aria-selected', 'true');
  await his.click();
  await expect(his).toHaveAttribute('aria-selected', 'false');
});

test('[MAP-055] [MAP-058] [MAP-059] [MAP-063] a double click takes a feature out of its layer for everybody, and Escape puts it back as it was', async () => {
  const before = await drawn();
  await map.doubleClick(-35, -24);
  await expect(row('Editing - Hand-drawn Geometries')).toBeVisible();
  await expect.poll(drawn).toHaveLength(before.length - 1);
  await map.drag([-35, -24], [-35, -40]);
  await ann.page.keyboard.press('Escape');
  await expect(row('Editing - Hand-drawn Geometries')).toHaveCount(0);
  await expect
    .poll(async () => JSON.stringify((await drawn()).map(({ geometry }) => JSON.stringify(geometry)).sort()))
    .toBe(JSON.stringify(before.map(({ geometry }) => JSON.stringify(geometry)).sort()));
});

test('[MAP-054] [MAP-030] vertices are moved, made and removed, whole features moved, and Enter merges them back under their ids', async () => {
  const ids = (await drawn()).map(({ properties }) => properties['groma_fid']).sort();
  await map.doubleClick(-35, -24);
  await expect(row('Editing - Hand-drawn Geometries')).toBeVisible();
  await map.drag([-30, -28], [-25, -35]);
  await map.drag([-35, -20], [-35, -15]);
  await map.click(-40, -28);
  await ann.page.keyboard.press('Backspace');
  await ann.page.keyboard.press('Control+z');
  await ann.page.keyboard.press('Control+Shift+z');
  await ann.page.keyboard.press('Enter');
  await expect(row('Editing - Hand-drawn Geometries')).toHaveCount(0);
  await expect.poll(async () => (await drawn()).map(({ properties }) => properties['groma_fid']).sort()).toEqual(ids);
  await expect.poll(() => hasVertex(-25, -35)).toBe(true);
});

test('[MAP-140] a step is undone and redone for its owner while the other goes on', async () => {
  await ann.page.keyboard.press('Control+z');
  await expect.poll(() => hasVertex(-25, -35)).toBe(false);
  expect(await hasVertex(-30, -28)).toBe(true);
  await ann.page.getByRole('button', { name: 'Redo map edit' }).click();
  await expect.poll(() => hasVertex(-25, -35)).toBe(true);
  expect(await drawn()).toHaveLength(9);
});

test('[MAP-029] an outline that crosses itself is refused by name and stays to be mended', async () => {
  await ann.page.keyboard.press('p');
  for (const [longitude, latitude] of [
    [60, 0],
    [70, 10],
    [70, 0],
    [60, 10],
  ] as const)
    await map.click(longitude, latitude);
  await ann.page.keyboard.press('Enter');
  await expect(bar()).toContainText('The outline crosses itself.');
  await ann.page.keyboard.press('Backspace');
  await ann.page.keyboard.press('Backspace');
  await expect(bar()).toContainText('2 vertices');
  // Not where the last click was: so soon after it, that would be a double click.
  await map.click(58, 16);
  await expect(bar()).toContainText('3 vertices');
  await ann.page.keyboard.press('Enter');
  await expect(bar()).toContainText('1 feature');
});

test('[MAP-056] [MAP-057] [MAP-050] what was drawn is discarded by Escape, and an empty layer goes with the next tool', async () => {
  await expect(row('Hand-drawn Geometries')).toHaveCount(2);
  await ann.page.keyboard.press('Escape');
  await expect(row('Hand-drawn Geometries')).toHaveCount(1);
  await ann.page.keyboard.press('d');
  await expect(row('Hand-drawn Geometries')).toHaveCount(2);
  await ann.page.keyboard.press('s');
  await expect(row('Hand-drawn Geometries')).toHaveCount(1);
  expect(Object.keys(await map.stored())).toEqual(['Hand-drawn Geometries']);
});

test('[MAP-010] new vertices snap to those that are there, and do not while snapping is off', async () => {
  const near = async (snaps: boolean) => {
    await ann.page.keyboard.press('d');
    await expect(row('Editing - Hand-drawn Geometries')).toBeVisible();
    await map.measure();
    const { x, y } = map.at(-40, 20);
    await ann.page.mouse.move(x + 5, y + 4);
    await ann.page.mouse.click(x + 5, y + 4);
    await expect(bar()).toContainText('1 feature');
    await ann.page.keyboard.press('Enter');
    await expect(bar()).toHaveCount(0);
    await expect
      .poll(async () => {
        const points = (await drawn())
          .filter(({ geometry }) => geometry.type === 'Point')
          .map(({ geometry }) => geometry.coordinates as [number, number]);
        const close = points.filter(
          ([longitude, latitude]) => Math.abs(longitude + 40) < 3 && Math.abs(latitude - 20) < 3,
        );
        return [close.length, new Set(close.map(String)).size];
      })
      .toEqual([2, snaps ? 1 : 2]);
    await ann.page.keyboard.press('Control+z');
    await expect.poll(async () => (await drawn()).length).toBe(9);
  };
  // The layer is selected since its features were edited; a click would let go of it.
  await expect(row(/^Hand-drawn/)).toHaveAttribute('aria-selected', 'true');
  await map.canvas.focus();
  await near(true);
  await ann.page.keyboard.press('Shift+S');
  await near(false);
  expect(errors()).toEqual([]);
});
