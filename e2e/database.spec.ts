import { expect, test } from '@playwright/test';
import { cell, connected, execute, open, row, write } from './database-page.ts';
import { makeWorkspace, openDrawer, signUp, type Person } from './person.ts';
import { startServer, type Server } from './postgres.ts';

let ann: Person;
let server: Server;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser }) => {
  server = await startServer();
  ann = await signUp(browser, 'ann');
});
test.afterAll(async () => {
  await ann.context.close();
  await server.stop();
});

// At half the pixels Chromium doubles the steps of a wheel.
test.use({ deviceScaleFactor: 1 });

test('[DBS-007] [DBS-008] [DBS-013] [DBS-036] [DBS-037] [DBS-077] a managed DuckDB is made by one click; its statements run one after the other, and the tables they make are listed at once', async () => {
  const { page } = ann;
  await makeWorkspace(ann, 'Gauges');
  await openDrawer(page, 'Databases');
  await page.getByRole('button', { name: 'New managed DuckDB' }).click();
  await expect(connected(page)).toBeVisible({ timeout: 30_000 });
  await expect(page.locator('.cm-content')).toHaveText('SELECT * FROM table_name LIMIT 10;');
  await open(page, 'Database');
  await execute(
    page,
    "CREATE TABLE readings (station VARCHAR PRIMARY KEY, flow DOUBLE);\nINSERT INTO readings SELECT 'S' || i, i / 2 FROM range(60) AS r(i);\nSELECT * FROM readings ORDER BY flow DESC;",
  );
  await expect(cell(page, 'S59')).toBeVisible();
  await expect(page.getByRole('tab', { name: /^\d\. / })).toHaveCount(3);
  await page.getByRole('tab', { name: /INSERT/ }).click();
  await expect(page.getByText('60 rows changed')).toBeVisible();
  await expect(row(page, /readings/)).toBeVisible();
  await open(page, 'readings');
  await expect(row(page, 'station')).toContainText('VARCHAR');
});

test('[DBS-041] [DBS-038] [DBS-016] [DBS-014] what fails is said and marked where it stands; nothing empty is executed', async () => {
  const { page } = ann;
  await execute(page, 'SELECT station\nFROM readings\nWHERE flwo > 3');
  await expect(page.getByRole('alert').filter({ hasText: 'SQL Error' })).toBeVisible();
  await expect(page.locator('.cm-lintRange-error')).toHaveText('flwo');
  await expect(page.getByRole('listitem').filter({ hasText: 'Query Execution Failed' })).toBeVisible();
  await write(page, ' ');
  await expect(page.getByRole('button', { name: /^Execute/ }).first()).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Shift+Enter');
  await expect(page.getByText('Query cannot be empty')).toBeVisible();
});

test('[DBS-081] [DBS-078] [DBS-053] [SHL-095] two million rows come to the browser, are scrolled to their end and sorted; parameters are asked for', async () => {
  const { page } = ann;
  await execute(page, "SELECT i AS number, repeat('x', 60) AS long FROM range(2000000) AS r(i)");
  await expect(page.locator('.sql-summary')).toContainText('2,000,000 rows in', { timeout: 30_000 });
  await expect(page.getByRole('gridcell', { name: `${'x'.repeat(50)}…` }).first()).toBeVisible();
  await cell(page, '0').click();
  await page.keyboard.press('ControlOrMeta+End');
  await expect(cell(page, '1,999,999')).toBeVisible();
  const focused = page.locator('.sql-result .ag-row:focus-within');
  await expect(focused).toHaveAttribute('row-index', '1999999');
  await page.keyboard.press('ArrowUp');
  await expect(focused).toHaveAttribute('row-index', '1999998');
  // Two rows by the wheel are two rows, though the scroll bar has a pixel for several.
  const first = (): Promise<number> =>
    page.locator('.sql-result .ag-grid-viewport').evaluate((body) => {
      const top = body.querySelector('.ag-header')!.getBoundingClientRect().bottom;
      return Math.min(
        ...[...body.querySelectorAll('.ag-row')]
          .filter((each) => each.getBoundingClientRect().top > top - 2)
          .map((each) => Number(each.getAttribute('row-index'))),
      );
    });
  const before = await first();
  await focused.hover();
  await page.mouse.wheel(0, -2 * 28);
  await expect.poll(first).toBe(before - 2);
  await page.mouse.wheel(0, -3 * 28);
  await expect.poll(first).toBe(before - 5);
  // Higher, and the rows would be drawn over each other.
  expect(await page.locator('.sql-result .ag-grid-viewport').evaluate((body) => body.scrollHeight)).toBeLessThan(
    2 ** 24 + 1_000,
  );
  await page.getByRole('columnheader', { name: /number/ }).click();
  await expect(page.getByRole('columnheader', { name: /number/ })).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('columnheader', { name: /number/ }).click();
  await expect(cell(page, '1,999,999')).toBeVisible();
  await page.locator('.sql-result .ag-grid-viewport').evaluate((body) => {
    body.scrollTop = body.scrollHeight;
  });
  await expect(cell(page, '0')).toBeVisible();
  await write(page, 'SELECT station FROM readings WHERE flow = $flow');
  await page.getByRole('textbox', { name: 'Value of $flow' }).fill('29.5');
  await page.getByRole('textbox', { name: 'Value of $flow' }).press('Enter');
  await expect(page.locator('.sql-summary')).toContainText('1 row in');
  await expect(cell(page, 'S59')).toBeVisible();
});

test('a query that never ends is canceled, and the next one runs', async () => {
  const { page } = ann;
  await execute(page, 'SELECT sum(a.i * b.i) FROM range(1000000) AS a(i), range(1000000) AS b(i)');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByText('The query was canceled').first()).toBeVisible({ timeout: 10_000 });
  await execute(page, 'SELECT 41 + 1 AS answer');
  await expect(cell(page, '42')).toBeVisible();
});

test('what is selected is run alone, columns are completed from the schema, SQL is laid out, and a table is dragged into it', async () => {
  const { page } = ann;
  await write(page, 'SELECT 5 AS chosen;\nSELECT 6 AS left_out');
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('Shift+End');
  await page.keyboard.press('Shift+Enter');
  await expect(cell(page, '5')).toBeVisible();
  await expect(page.getByRole('tab', { name: /^\d\. / })).toHaveCount(0);
  await write(page, ' FROM readings');
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type('SELECT fl');
  await page.getByRole('option', { name: /^flow/ }).click();
  await expect(page.locator('.cm-content')).toHaveText('SELECT flow FROM readings');
  await page.keyboard.press('Shift+Alt+f');
  await expect(page.locator('.cm-content')).toHaveText('SELECT  flowFROM  readings');
  await write(page, ' ');
  await row(page, /readings/).dragTo(page.locator('.cm-content'));
  await expect(page.locator('.cm-content')).toHaveText('SELECT * FROM readings LIMIT 10;');
});

test('[DBS-033] [DBS-034] [DBS-035] [DBS-080] the history is expanded, copied, reused, downloaded and deleted, and is there after a reload with the draft', async () => {
  const { page, context } = ann;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await write(page, 'SELECT 1 AS kept_draft');
  // The draft is written a moment after the last key.
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('kept_draft');
  await page.reload();
  await expect(page.locator('.cm-content')).toHaveText('SELECT 1 AS kept_draft');
  const history = page.getByRole('complementary', { name: 'Query history' });
  await expect(history).toHaveCSS('max-block-size', '800px');
  const item = history.getByRole('listitem').filter({ hasText: '41 + 1' });
  await expect(item).toBeVisible();
  await history.getByRole('button', { name: 'Expand all' }).click();
  await expect(item.getByLabel('Query', { exact: true })).toHaveText('SELECT 41 + 1 AS answer');
  await item.getByRole('button', { name: 'Copy query' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('SELECT 41 + 1 AS answer');
  const downloading = page.waitForEvent('download');
  await item.getByRole('button', { name: 'Download CSV' }).click();
  const content = await (await downloading).createReadStream();
  expect((await content.toArray()).join('')).toMatch(/answer\r\n42\r\n$/);
  await item.getByRole('button', { name: 'Show rows' }).click();
  await expect(cell(page, '42')).toBeVisible();
  await item.getByRole('button', { name: 'Reuse query' }).click();
  await expect(page.locator('.cm-content')).toHaveText('SELECT 41 + 1 AS answer');
  await item.getByRole('button', { name: 'Delete query' }).click();
  await expect(item).toHaveCount(0);
  await history.getByRole('button', { name: 'Collapse all' }).click();
  await expect(history.getByLabel('Query', { exact: true })).toHaveCount(0);
});

test('[DBS-066] [DBS-067] [DBS-068] [DBS-072] [DBS-073] [DBS-082] a table is read by pages, sorted and filtered; one that is gone says so', async () => {
  const { page } = ann;
  await row(page, /readings/).dblclick();
  const table = page.getByRole('region', { name: 'readings of Database' });
  await expect(table.locator('.database-table-body')).toHaveCSS('flex-basis', '500px');
  const foot = table.locator('.database-table-foot');
  await expect(foot).toContainText('1–25 of 60');
  await table.getByRole('button', { name: 'Next' }).click();
  await expect(foot).toContainText('26–50 of 60');
  await table.getByRole('combobox', { name: 'Rows per page' }).click();
  await expect(page.getByRole('option')).toHaveText([
    '5 per page',
    '10 per page',
    '15 per page',
    '20 per page',
    '25 per page',
  ]);
  await page.getByRole('option', { name: '5 per page', exact: true }).click();
  await expect(foot).toContainText('26–30 of 60');
  await table.getByRole('columnheader', { name: /flow/ }).click();
  await table.getByRole('columnheader', { name: /flow/ }).click();
  await expect(foot).toContainText('1–5 of 60');
  await expect(cell(page, 'S59')).toBeVisible();
  await table.getByRole('button', { name: 'Filters' }).click();
  await table.getByRole('textbox', { name: /station.*filter/i }).fill('S7');
  await expect(foot).toContainText('1–1 of 1');
  await table.getByRole('textbox', { name: /station.*filter/i }).fill('nowhere');
  await expect(table.getByText('No rows match the filters')).toBeVisible();
  await table.getByRole('button', { name: 'Open SQL Query Editor' }).click();
  await expect(page.locator('.cm-content').filter({ visible: true })).toContainText('SELECT * FROM readings LIMIT 10;');
  await execute(page, 'ALTER TABLE readings RENAME TO flows');
  await expect(row(page, /flows/)).toBeVisible();
  await page.getByRole('tab', { name: 'readings', exact: true }).click();
  await table.getByRole('button', { name: 'Refresh' }).click();
  await expect(table.getByText('Failed to load table data')).toBeVisible();
});

test('[KRN-057] a table that is dragged into a notebook becomes an SQL block that its database runs', async () => {
  const { page } = ann;
  await openDrawer(page, 'Notebooks');
  await page.getByRole('button', { name: 'New notebook' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('Study');
  await page.getByRole('button', { name: 'Create notebook' }).click();
  // Python cannot read a table: it comes beside the block.
  const python = page.locator('.cell .cm-content').first();
  await expect(python).toBeVisible();
  await openDrawer(page, 'Databases');
  await row(page, /flows/).dragTo(python);
  await expect(page.locator('.cell[data-language="sql"] .cm-content')).toHaveText(
    '-- database: DatabaseSELECT * FROM flows LIMIT 1000;',
  );
});

test('[DBS-064] a wrong password of a PostgreSQL is said; the right one connects', async () => {
  const { page } = ann;
  await page.getByRole('button', { name: 'New database' }).click();
  await page.getByRole('menuitem', { name: 'PostgreSQL' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByLabel('Host')
    .fill(`postgres://${server.user}:wrong@127.0.0.1:${server.port}/postgres?sslmode=disable`);
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await expect(dialog.getByText(/password authentication failed/)).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(server.password);
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await expect(dialog.getByText('The connection works.')).toBeVisible();
  await dialog.getByLabel('Name', { exact: true }).fill('River survey');
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(connected(page)).toBeVisible({ timeout: 30_000 });
});
