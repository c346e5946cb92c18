import { expect, test } from '@playwright/test';
import { seriousFindings } from './accessible.ts';
import { MapPage } from './map-page.ts';
import { journeysOfTwo, makeWorkspace, openDrawer, shareWith, watchErrors, type Person } from './person.ts';

let ann: Person;
let ben: Person;
let ids: { projectId: string; mapId: string };
let errors: () => string[];

journeysOfTwo(async (...both) => {
  [ann, ben] = both;
  errors = watchErrors(ann.page);
  await makeWorkspace(ann, 'Rivers');
  await shareWith(ann, ben, 'PROJECT_VIEWER');
  ids = await (await MapPage.make(ann.page, 'Danube')).ids();
});

const panelOf = ({ page }: Person) => page.locator('.story-panel');
const stepsOf = (person: Person) => panelOf(person).getByRole('listitem');
const titlesOf = (person: Person) =>
  panelOf(person)
    .getByRole('textbox', { name: /^Title of step/ })
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
const button = (person: Person, name: string) => panelOf(person).getByRole('button', { name, exact: true });
const zoomIn = () => ann.page.getByRole('button', { name: 'Zoom in', exact: true }).first().click();

test('[MAP-149] [MAP-147] steps are added, renewed, moved by keys and the pointer, and deleted; a reader sees them at once', async () => {
  await ann.page.getByRole('button', { name: 'Story', exact: true }).click();
  await expect(panelOf(ann).getByText('No story yet')).toBeVisible();
  await button(ann, 'Add a step from this view').last().click();
  // A new step is there to be written.
  await expect(panelOf(ann).getByLabel('Title of step 1')).toBeFocused();
  await ann.page.keyboard.type('Spring');
  await panelOf(ann).getByLabel('Text of step 1').fill('It *begins* here.');
  await zoomIn();
  await expect(async () => {
    await button(ann, 'Use this view').click();
    await expect(stepsOf(ann).first()).toContainText('zoom 3', { timeout: 2_000 });
  }).toPass();
  for (const title of ['Valley', 'Delta']) {
    await button(ann, 'Add a step from this view').click();
    await expect(
      panelOf(ann)
        .getByRole('textbox', { name: /^Title/ })
        .last(),
    ).toBeFocused();
    await ann.page.keyboard.type(title);
  }

  await ben.page.goto(`/workspaces/${ids.projectId}`);
  await openDrawer(ben.page, 'Maps');
  await ben.page.getByRole('treeitem', { name: /Danube/ }).dblclick();
  await ben.page.getByRole('button', { name: 'Story', exact: true }).click();
  await expect.poll(() => titlesOf(ben)).toEqual(['Spring', 'Valley', 'Delta']);
  await expect(panelOf(ben).getByLabel('Title of step 1')).not.toBeEditable();
  await expect(button(ben, 'Add a step from this view')).toHaveCount(0);

  const handle = (name: string) => panelOf(ann).getByRole('button', { name: new RegExp(`^Move “${name}”`) });
  await handle('Delta').press('Home');
  await expect.poll(() => titlesOf(ben)).toEqual(['Delta', 'Spring', 'Valley']);
  await expect(handle('Delta')).toBeFocused();
  await handle('Delta').press('ArrowDown');
  await expect.poll(() => titlesOf(ben)).toEqual(['Spring', 'Delta', 'Valley']);
  await handle('Valley').dragTo(stepsOf(ann).first(), { targetPosition: { x: 40, y: 4 } });
  await expect.poll(() => titlesOf(ben)).toEqual(['Valley', 'Spring', 'Delta']);
  await stepsOf(ann).first().getByRole('button', { name: 'Delete step' }).click();
  await expect.poll(() => titlesOf(ben)).toEqual(['Spring', 'Delta']);
  await button(ann, 'Undo').click();
  await expect.poll(() => titlesOf(ben)).toEqual(['Valley', 'Spring', 'Delta']);
  await button(ann, 'Redo').click();
  await expect.poll(() => titlesOf(ben)).toEqual(['Spring', 'Delta']);
  expect(await seriousFindings(ann.page)).toEqual([]);
});

test('[MAP-150] the preview shows the steps as readers will have them', async () => {
  await button(ann, 'Preview').first().click();
  const preview = ann.page.getByRole('dialog', { name: /^Preview/ });
  await expect(preview.getByRole('heading', { name: 'Spring' })).toBeVisible();
  await expect(preview.getByText('begins')).toHaveCSS('font-style', 'italic');
  await preview.getByRole('button', { name: 'Next step' }).click();
  await expect(preview.getByText('2 of 2')).toBeVisible();
  await ann.page.keyboard.press('Escape');
  await expect(preview).toBeHidden();
});

test('[PUB-130] [PUB-134] [PUB-135] the story of a published map is read without an account, and presented by keys', async ({
  browser,
}) => {
  const path = `/api/maps/${ids.mapId}/projects/${ids.projectId}/map-templates`;
  const { origin } = new URL(ann.page.url());
  const says = { title: 'Along the Danube', categories: ['Environment'], version: '1.0.0', is_public: true };
  const reply = await ann.page.request.post(path, { data: says, headers: { origin } });
  const { id } = ((await reply.json()) as { data: { id: string } }).data;
  await expect
    .poll(
      async () => ((await (await ann.page.request.get(path)).json()) as { data?: { version: string } }).data?.version,
      {
        timeout: 60_000,
      },
    )
    .toBe('1.0.0');
  const guest = await browser.newContext();
  const page = await guest.newPage();
  await page.goto(`/embed/maps/${id}`);
  await expect(page.getByRole('heading', { name: 'Spring' })).toBeVisible();
  await page.getByRole('button', { name: 'Next step' }).click();
  await expect(page).toHaveURL(/#step=[0-9a-f-]{36}$/);
  await page.reload();
  await expect(page.getByText('2 of 2')).toBeVisible();
  await page.getByRole('button', { name: 'Present', exact: true }).click();
  await expect(page.getByRole('button', { name: 'End presentation' })).toBeVisible();
  const caption = page.getByRole('region', { name: 'Story' });
  await expect(caption.getByRole('heading', { name: 'Delta' })).toBeVisible();
  await page.keyboard.press('Home');
  await expect(caption.getByRole('heading', { name: 'Spring' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Present', exact: true })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await guest.close();
  expect(errors()).toEqual([]);
});
