import { expect, test } from '@playwright/test';
import { makeWorkspace, openDrawer, signUp, watchErrors, type Person } from './person.ts';

let ann: Person;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser }) => {
  ann = await signUp(browser, 'ann');
  await makeWorkspace(ann, 'Farm');
});
test.afterAll(() => ann.context.close());

const first = 'SELECT * FROM table_name LIMIT 10;';
const sqlText = () => ann.page.locator('.sql-text .cm-content');
const prompt = () => ann.page.getByRole('combobox', { name: 'What the query should find' });
const generate = () => ann.page.getByRole('button', { name: 'Generate SQL' });

test('[DBS-015] [DBS-019] [DBS-020] [DBS-021] [DBS-024] [DBS-032] a wish that mentions a table becomes SQL in the editor, which is not run', async () => {
  const { page } = ann;
  const errors = watchErrors(page);
  const projectId = new URL(page.url()).pathname.split('/').pop()!;
  await page.evaluate(async (id) => {
    const call = (path: string, body: object) =>
      fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    const { data } = (await (
      await call(`/api/databases/projects/${id}`, { name: 'harvest', dbType: 'managed-duckdb' })
    ).json()) as { data: { id: string } };
    await (
      await call(`/api/databases/${data.id}/run`, { query: 'CREATE TABLE fields AS SELECT 1 AS id' })
    ).arrayBuffer();
  }, projectId);
  await page.reload();
  await openDrawer(page, 'Databases');
  await page.getByRole('treeitem', { name: /harvest/ }).dblclick();
  await expect(sqlText()).toHaveText(first);
  await expect(page.getByText('Queries left: unlimited')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('loopback · Free');
  await expect(generate()).toBeDisabled();
  await expect(async () => {
    await prompt().fill('5 rows of /fi');
    await expect(page.getByRole('option', { name: 'fields' })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.getByRole('option', { name: 'fields' }).click();
  await expect(prompt()).toHaveValue('5 rows of /fields ');
  await generate().click();
  await expect(page.getByRole('group', { name: 'Drafted SQL' })).toContainText('Rows of fields');
  await expect(sqlText()).toHaveText('SELECT *FROM fieldsLIMIT 5;');
  await expect(page.getByText('Inserted into the editor, not executed.')).toBeVisible();
  await expect(page.getByRole('gridcell')).toHaveCount(0);
  expect(errors()).toEqual([]);
});

test('[DBS-023] [DBS-026] a follow-up changes the draft; rejecting restores what stood before the first', async () => {
  const { page } = ann;
  await page.getByPlaceholder('What should change?').fill('7 rows from fields');
  await generate().click();
  await expect(sqlText()).toHaveText('SELECT *FROM fieldsLIMIT 7;');
  await page.getByRole('button', { name: 'Reject' }).click();
  await expect(sqlText()).toHaveText(first);
  await expect(page.getByRole('group', { name: 'Drafted SQL' })).toHaveCount(0);
});

test('[DBS-022] [DBS-025] accepting keeps the draft', async () => {
  const { page } = ann;
  await prompt().fill('9 rows from fields');
  await prompt().press('Enter');
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(sqlText()).toHaveText('SELECT *FROM fieldsLIMIT 9;');
  await expect(page.getByRole('group', { name: 'Drafted SQL' })).toHaveCount(0);
});

test('[DBS-029] an answer without SQL is said to have failed; text and wish stay', async () => {
  const { page } = ann;
  await prompt().fill('a poem');
  await generate().click();
  await expect(page.getByText(/^Failed to generate SQL query\. /)).toBeVisible();
  await expect(prompt()).toHaveValue('a poem');
  await expect(sqlText()).toHaveText('SELECT *FROM fieldsLIMIT 9;');
});

test('[DBS-031] the model that was chosen is remembered in this browser', async () => {
  const { page } = ann;
  await page.getByRole('combobox', { name: 'Model' }).click();
  await page.getByRole('option', { name: 'loopback-2 · Free' }).click();
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('loopback-2 · Free');
});
