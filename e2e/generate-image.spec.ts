import { expect, test } from '@playwright/test';
import { seriousFindings } from './accessible.ts';
import { makeWorkspace, openDrawer, signUp, watchErrors, type Person } from './person.ts';

let ann: Person;

test.describe.configure({ mode: 'serial' });
test.use({ actionTimeout: 15_000 });
test.beforeAll(async ({ browser }) => {
  ann = await signUp(browser, 'ann');
  await makeWorkspace(ann, 'Farm');
});
test.afterAll(() => ann.context.close());

const dialog = () => ann.page.getByRole('dialog', { name: 'Generate image' });
const prompt = () => dialog().getByRole('textbox', { name: 'What the image shows' });
const open = async () => {
  const { page } = ann;
  const palette = page.getByRole('textbox', { name: 'Search or run a command' });
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await expect(palette).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.type('generate image');
  await page.locator('.mantine-Spotlight-action', { hasText: 'Generate image' }).click();
};

test('[AIA-037] [AIA-064] [AIA-122] an image is drawn of a prompt, shown, and saved as a file of the workspace', async () => {
  const { page } = ann;
  const errors = watchErrors(page);
  await open();
  await expect(prompt()).toBeFocused();
  await expect(dialog().getByRole('button', { name: 'Generate', exact: true })).toBeDisabled();
  await expect(dialog().getByRole('combobox', { name: 'Model' })).toHaveValue('loopback-image · Free');
  await prompt().fill('A blue field');
  await dialog().getByRole('button', { name: 'Generate', exact: true }).click();
  const image = dialog().getByRole('img', { name: 'A blue field' });
  await expect.poll(() => image.evaluate((each) => (each as HTMLImageElement).naturalWidth)).toBe(96);
  await expect(dialog().getByLabel('Save as')).toHaveValue('/data/a-blue-field.png');
  expect(await seriousFindings(page, '[role=dialog]')).toEqual([]);
  await dialog().getByRole('button', { name: 'Save to files' }).click();
  await expect(dialog()).toBeHidden();
  await openDrawer(page, 'Files');
  await expect(page.getByRole('treeitem', { name: /a-blue-field\.png/ })).toBeVisible();
  expect(errors()).toEqual([]);
});

test('[AIA-122] another file of that name is only replaced after asking', async () => {
  const { page } = ann;
  await open();
  await prompt().fill('A blue field');
  await dialog().getByRole('button', { name: 'Generate', exact: true }).click();
  await dialog().getByRole('button', { name: 'Save to files' }).click();
  const question = page.getByRole('dialog', { name: 'Replace “a-blue-field.png”?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await dialog().getByLabel('Save as').fill('/data/other.png');
  await dialog().getByRole('button', { name: 'Save to files' }).click();
  await expect(page.getByRole('treeitem', { name: /other\.png/ })).toBeVisible();
});

test('[AIA-038] a failure says the reason, and the prompt stays', async () => {
  await open();
  await prompt().fill('something forbidden');
  await dialog().getByRole('button', { name: 'Generate', exact: true }).click();
  await expect(dialog().getByRole('alert')).toHaveText(
    'Failed to generate image: loopback-image refused the request: This is not drawn here.',
  );
  await expect(prompt()).toHaveValue('something forbidden');
});
