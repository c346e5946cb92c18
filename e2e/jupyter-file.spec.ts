import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { makeWorkspace, openDrawer, signUp, watchErrors } from './person.ts';

const lines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+/g) ?? [];
const prose =
  '# Flow\n\nText with *stars*  \nand a [link][1].\n\n```python\nfor x in y:\n\tpass\n```\n\n- one\n    - two\n\n| a | b |\n|---|---|\n| `1` | 2 |\n\n$$\n\\begin{matrix} a & b \\\\\n- c & d\n\\end{matrix}\n$$\n\n<div class="alert">\n  <b>Mind</b>\n</div>\n\n    indented\n\n> one\n> > two\n\nLast words.\n\n[1]: https://example.org\n';
const file = (source: string): string =>
  `${JSON.stringify(
    {
      cells: [
        { cell_type: 'markdown', id: 'prose', metadata: { tags: ['a'] }, source: lines(source) },
        {
          cell_type: 'code',
          execution_count: 1,
          id: 'code',
          metadata: {},
          outputs: [
            {
              data: { 'image/gif': 'R0lGODlhAQABAAAAACw=', 'text/plain': ['<Film>'] },
              execution_count: 1,
              metadata: {},
              output_type: 'execute_result',
            },
          ],
          source: ['1'],
        },
        { cell_type: 'raw', id: 'raw', metadata: { format: 'text/html' }, source: ['<b>raw\n', '  text</b>'] },
      ],
      metadata: { kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' }, more: 1 },
      nbformat: 4,
      nbformat_minor: 5,
    },
    null,
    1,
  )}\n`;

async function download(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const [made] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Jupyter notebook (.ipynb)' }).click(),
  ]);
  return readFile(await made.path(), 'utf8');
}

test('[NBK-129] [NBK-131] a Jupyter file that was opened in the editor comes back as it was, but for the words that were typed', async ({
  browser,
}) => {
  const { page, context } = await signUp(browser, 'ann');
  const errors = watchErrors(page);
  await makeWorkspace({ page }, 'Round trip');
  await openDrawer(page, 'Notebooks');
  await page.getByRole('button', { name: 'More', exact: true }).first().click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('menuitem', { name: 'Import .ipynb…' }).click(),
  ]);
  await chooser.setFiles([{ name: 'Flow.ipynb', mimeType: 'application/json', buffer: Buffer.from(file(prose)) }]);
  const words = page.getByText('Last words.');
  await expect(words).toBeVisible();
  await expect(page.locator('[data-content-type="codeBlock"] code')).toHaveText([
    'for x in y:\n\tpass',
    'indented',
    '<b>raw\n  text</b>',
  ]);
  expect(await download(page)).toBe(file(prose));
  await words.click();
  await page.keyboard.press('End');
  await page.keyboard.type(' Typed');
  await page.locator('[data-content-type="codeBlock"]').first().click();
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await expect
    .poll(() => download(page))
    .toBe(file(prose.replace('words.', 'words. Typed').replace('\tpass', '\tpass!')));
  expect(errors()).toEqual([]);
  await context.close();
});
