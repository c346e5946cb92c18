import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNotebookDocument, locales, type CellComparison } from '@groma/model';
import { eq } from '../../../platform/database/drizzle.ts';
import sharp from 'sharp';
import { openPage } from '../../../../test/test-page.ts';
import { insertPublication } from '../../../../test/test-publication.ts';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';
import { templateVersions } from '../../../platform/database/tables/index.ts';
import { writeReproduction } from '../reproduce/reproduction-records.ts';

let server: TestServer;
let author: Person;
beforeAll(async () => {
  server = await startTestServer();
  author = await server.signUp();
});
afterAll(() => server.close());

const cellOf = (said: Partial<CellComparison>): CellComparison => ({
  codeId: 'code',
  number: 1,
  label: 'Untitled',
  state: 'same',
  differences: [],
  ...said,
});

async function reproduced(
  cells: CellComparison[],
  pictures: { codeId: string; index: number; content: Buffer }[] = [],
) {
  const made = await insertPublication(server, author, { type: 'NOTEBOOK' }, (id) =>
    server.realtime.documents.create(id, (doc) => {
      createNotebookDocument(doc, []);
    }),
  );
  const { query } = server.platform.database;
  const [version] = await query.select().from(templateVersions).where(eq(templateVersions.templateId, made.id));
  await query.transaction((transaction) => writeReproduction(transaction, version!.id, { cells, pictures }));
  return { ...made, open: (locale = 'en') => openPage(server.origin, `/${locale}/hub/notebooks/${made.id}`) };
}

test('[PUB-116] a page says when its notebook was reproduced, in each language, and nothing where it never was', async () => {
  const { open } = await reproduced([cellOf({}), cellOf({ number: 2 })]);
  const { text } = await open();
  expect(text).toMatch(/<a class="badge" href="#reproduction">Reproduced on \w+ \d+, \d{4}<\/a>/);
  expect(text).toContain('Every block gave what was published.');
  for (const { id } of locales) expect([id, (await open(id)).status]).toEqual([id, 200]);
  const { id } = await insertPublication(server, author, { type: 'NOTEBOOK' });
  expect((await openPage(server.origin, `/en/hub/notebooks/${id}`)).text).not.toContain('reproduction');
});

test('[PUB-116] a page lists the blocks that differ, with their lines and both pictures; nothing in them is part of it', async () => {
  const content = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const { id, notebookId, open } = await reproduced(
    [
      cellOf({}),
      cellOf({
        number: 2,
        label: '<b>Sum</b>',
        state: 'different',
        differences: [
          {
            kind: 'text',
            index: 0,
            isCut: true,
            lines: [
              { in: 'both', text: 'total' },
              { in: 'published', text: '<i>1</i>' },
              { in: 'new', text: '2' },
            ],
          },
          { kind: 'picture', index: 1, picture: 0, share: 0.25 },
        ],
      }),
      cellOf({
        number: 3,
        state: 'failed',
        differences: [{ kind: 'text', index: null, lines: null, isCut: false, isWithheld: true }],
      }),
      cellOf({ number: 4, state: 'not-run' }),
    ],
    [{ codeId: 'code', index: 0, content }],
  );
  const { text } = await open();
  expect(text).toContain('<a class="badge differs" href="#reproduction">Differs in 3 of 4 blocks</a>');
  for (const part of [
    'Block 2: &lt;b&gt;Sum&lt;/b&gt;',
    '<span> total</span><del>− &lt;i&gt;1&lt;/i&gt;</del><ins>+ 2</ins>',
    'More differs than is shown here.',
    '25% of the pixels differ',
    'Not shown, because it looks like a secret.',
    'Not run, because the time was over',
    `src="/api/hub/templates/${id}/versions/1.0.0/notebooks/${notebookId}/outputs/code/1"`,
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('Block 1:');
  const address = `/api/hub/templates/${id}/versions/1.0.0/reproduced/code/0`;
  expect(text).toContain(`src="${address}"`);
  const picture = await fetch(server.origin + address);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(picture.headers.get('content-security-policy')).toContain('sandbox');
  expect(Buffer.from(await picture.arrayBuffer())).toEqual(content);
  expect((await fetch(`${server.origin}${address.slice(0, -1)}1`)).status).toBe(404);
});
