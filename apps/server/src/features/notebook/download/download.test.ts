import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { and, eq } from '../../../platform/database/drizzle.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notebook, project, readLeftOut } from '@groma/protocol';
import * as yauzl from 'yauzl';
import { testPythonEnvironment } from '../../../../test/test-kernel.ts';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';
import { outputPieces } from '../../../platform/database/tables/index.ts';
import { signShare } from './share-signature.ts';

let server: TestServer;
let ann: Person;
let ben: Person;
let projectId: string;
const script = '<script>alert(1)</script>';
const blocks = [
  { type: 'heading', props: { level: 2 }, content: `Rivers & ${script}` },
  {
    type: 'paragraph',
    content: [
      { type: 'text', text: 'bold', styles: { bold: true } },
      { type: 'link', href: 'https://example.org/?a=1&b=2', content: 'link' },
    ],
  },
  { type: 'slider', props: { label: 'Depth', value: 3 } },
  { type: 'image', props: { url: 'javascript:alert(1)' } },
  {
    type: 'code',
    props: {
      code: `x = "${script}"\n%time x`,
      label: 'First',
      output: [
        { kind: 'text', text: `\u001b[31m${script}\u001b[0m` },
        { kind: 'text/html', html: `<b onclick="alert(1)">"${script}'</b>` },
        { kind: 'image/png', data: 'iVBO' },
        { kind: 'text', text: 'y'.repeat(150_000) },
      ],
    },
  },
  { type: 'code', props: { code: 'select 1', language: 'sql' } },
];
const make = async (name: string, initialTemplate: unknown = blocks) =>
  (await ann.client.call(notebook.createNotebook, { params: { projectId }, body: { name, initialTemplate } })).data.id;
const get = async (path: string, person = ann) => person.fetch(path);

beforeAll(async () => {
  server = await startTestServer();
  [ann, ben] = [await server.signUp(), await server.signUp()];
  projectId = await ann.makeProject();
});
afterAll(() => server.close());

async function unzip(response: Response): Promise<Map<string, string>> {
  const zip = await promisify<Buffer, yauzl.Options, yauzl.ZipFile>(yauzl.fromBuffer)(
    Buffer.from(await response.arrayBuffer()),
    { lazyEntries: true },
  );
  const found = new Map<string, string>();
  const ended = new Promise((resolve, reject) => zip.on('end', resolve).on('error', reject));
  zip.on('entry', (entry: yauzl.Entry) => {
    zip.openReadStream(entry, async (_, stream) => {
      found.set(entry.fileName, Buffer.concat((await stream.toArray()) as Buffer[]).toString());
      zip.readEntry();
    });
  });
  zip.readEntry();
  await ended;
  return found;
}

test('[NBK-107] [NBK-110] several notebooks come in one zip, by id or all, under names that are no paths; none is said to be none', async () => {
  expect((await get(`/api/notebooks/projects/${projectId}/ipynb`)).status).toBe(404);
  expect(await (await get(`/api/notebooks/projects/${projectId}/ipynb`)).json()).toMatchObject({
    message: 'No notebooks found',
  });
  const [first] = [await make('..: a "b"'), await make('same'), await make('same')];
  const all = await unzip(await get(`/api/notebooks/projects/${projectId}/ipynb`));
  expect([...all.keys()].sort()).toEqual(['__ a _b_.ipynb', 'same (2).ipynb', 'same.ipynb']);
  for (const text of all.values()) expect(JSON.parse(text)).toMatchObject({ nbformat: 4, nbformat_minor: 4 });
  expect([...(await unzip(await get(`/api/notebooks/projects/${projectId}/ipynb?ids=${first}`))).keys()]).toHaveLength(
    1,
  );
});

test('[NBK-108] a notebook that cannot be read is left out of the zip, which says so in a file and in its comment', async () => {
  const id = await make('broken é 界');
  await server.platform.database.pool.query('DELETE FROM documents WHERE id = $1', [id]);
  const address = `/api/notebooks/projects/${projectId}/ipynb`;
  const found = await unzip(await get(address));
  expect([...found.keys()]).not.toContain('broken é 界.ipynb');
  expect(found.size).toBeGreaterThan(2);
  expect(found.get('NOT INCLUDED.txt')).toContain('\nbroken é 界\n');
  expect(await readLeftOut(await (await get(address)).blob())).toEqual(['broken é 界']);
  await server.platform.database.pool.query('DELETE FROM notebooks WHERE id = $1', [id]);
  const whole = await (await get(address)).blob();
  expect(await readLeftOut(whole)).toEqual([]);
  await expect(readLeftOut(whole.slice(0, -30))).rejects.toThrow('not whole');
});

test('the download of a long output of which a piece is gone breaks off', async () => {
  const id = await make('long');
  const address = `/api/notebooks/${id}/projects/${projectId}/outputs/long/text`;
  await server.platform.database.query.insert(outputPieces).values(
    [0, 1, 2].map((index) => ({
      notebookId: id,
      outputId: 'long',
      index,
      firstLine: index,
      text: `${'x'.repeat(100_000)}\n`,
    })),
  );
  expect(await (await get(address)).text()).toHaveLength(300_003);
  await server.platform.database.query
    .delete(outputPieces)
    .where(and(eq(outputPieces.notebookId, id), eq(outputPieces.index, 1)));
  await expect((async () => (await get(address)).text())()).rejects.toThrow('terminated');
});

test('[NBK-106] a notebook comes as a Python script that Python can read', async () => {
  const text = await (await get(`/api/notebooks/${await make('script')}/projects/${projectId}/py`)).text();
  expect(text).toContain('# %% First\nx = "<script>alert(1)</script>"\n# %time x\n');
  expect(text).toContain('# %% [sql]\n# select 1\n');
  expect(text).toContain('# %% [markdown]\n# ## Rivers');
  await promisify(execFile)('python3', ['-c', 'import sys; compile(sys.argv[1], "notebook", "exec")', text]);
});

const python = join(testPythonEnvironment, 'bin/python');
const hasNbformat = existsSync(python) && spawnSync(python, ['-c', 'import nbformat']).status === 0;

test.skipIf(!hasNbformat)(
  `[NBK-106] a notebook comes as a Jupyter file that the nbformat package calls valid${hasNbformat ? '' : ' (skipped: no nbformat in the Python environment)'}`,
  async () => {
    const text = await (await get(`/api/notebooks/${await make('jupyter')}/projects/${projectId}/ipynb`)).text();
    const check = spawnSync(
      python,
      ['-c', 'import nbformat, sys; nbformat.validate(nbformat.reads(sys.stdin.read(), 4))'],
      { input: text },
    );
    expect([check.status, check.stderr.toString()]).toEqual([0, '']);
  },
);

test('[NBK-088] a notebook comes as a page in which what it holds is shown and never run', async () => {
  const id = await make('page');
  const page = await (await get(`/api/notebooks/${id}/projects/${projectId}/html`)).text();
  expect(page).toContain('Rivers &amp; &lt;script&gt;');
  expect(page).toContain('<b>bold</b>');
  expect(page).toContain('<a rel="noopener noreferrer" href="https://example.org/?a=1&amp;b=2">link</a>');
  expect(page).toContain('y'.repeat(150_000));
  expect(page).not.toMatch(/<script|javascript:|\sonclick="/);
  expect(page).toContain('sandbox="allow-scripts"');
});

test('[NBK-114] [SHL-060] [SHL-061] a share token shows the notebook to anyone, until it expires, is forged, or its maker may no longer publish', async () => {
  const id = await make('shared');
  await server.share(ann, projectId, ben, 'PROJECT_EDITOR');
  const { data } = await ben.client.call(notebook.makeShareToken, { params: { notebookId: id, projectId }, body: {} });
  const open = (token: string) => fetch(`${server.origin}/api/notebooks/shared/${encodeURIComponent(token)}`);
  const shown = await open(data.token);
  expect([shown.status, shown.headers.get('content-security-policy')?.startsWith('sandbox allow-scripts')]).toEqual([
    200,
    true,
  ]);
  expect(await shown.text()).toContain('Rivers &amp;');
  expect(Date.parse(data.expires_at) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
  const other = await make('other');
  const signature = data.token.slice(data.token.indexOf('.') + 1);
  const over = signShare(server.platform.config.secret, id, { userId: ben.id, expiresAt: Date.now() - 1 });
  const forged = signShare('another secret', id, { userId: ben.id, expiresAt: Date.now() + 9_999 });
  for (const token of [
    '',
    'x',
    `${btoa(other)}.${signature}`,
    `${btoa(id)}.${over}`,
    `${btoa(id)}.${forged}`,
    `${btoa(id)}.`,
  ])
    expect((await open(token)).status).not.toBe(200);
  const [expires, , mark] = signature.split('.');
  expect(await (await open(`${btoa(id)}.${expires}.a+b.${mark}`)).json()).toMatchObject({
    code: 'BAD_COMPACT_ID',
    message: 'Invalid base64 compact string',
  });
  await ann.client.call(project.shareProject, {
    params: { projectId },
    body: { email: ben.email, role: 'PROJECT_VIEWER' },
  });
  expect((await open(data.token)).status).toBe(403);
  await expect(
    ben.client.call(notebook.makeShareToken, { params: { notebookId: id, projectId }, body: {} }),
  ).rejects.toMatchObject({ status: 403 });
});
