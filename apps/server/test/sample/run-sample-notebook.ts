// Runs the notebook of the sample project in the product's own kernel and keeps it with its outputs: no kernel can
// start while somebody signs up. Run it again after each change of the notebook's code or of the sample's files.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readBlocks, readCell, cellOf, type CodeCell } from '@groma/model';
import { access, createClient, machine, notebook, project, type Client, type MainMessage } from '@groma/protocol';
import * as Y from 'yjs';

const root = join(import.meta.dirname, '../../../..');
const path = join(root, 'apps/server/src/sample/data/where-people-live.ipynb');
const patienceMs = 180_000;
const lookMs = 500;

/** Who has just signed up: by calls, and by what is downloaded. */
interface Person {
  client: Client;
  get(path: string): Promise<Response>;
}

type Cell = { cell_type: string; source: string | string[]; metadata: object };

await main();

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'groma-sample-'));
  const { child, origin } = await startServer(folder);
  try {
    const person = await signUp(origin);
    const [sample] = (await person.client.call(project.listProjects)).data;
    if (!sample) throw new Error('There is no sample project: the server makes none.');
    const ran = await runNotebook(person, sample.id);
    await writeFile(path, ran);
    process.stdout.write(`${path}: ${Math.round(ran.length / 1024)} KiB\n`);
  } finally {
    child.kill('SIGINT');
    if (child.exitCode === null) await once(child, 'exit');
    await rm(folder, { recursive: true, force: true });
  }
}

/** Makes the notebook without its outputs, runs all of it, and returns it as a file. */
async function runNotebook({ client, get }: Person, projectId: string): Promise<string> {
  const params = { projectId };
  const kept = JSON.parse(await readFile(path, 'utf8')) as { cells: Cell[] };
  const cells = kept.cells.map(({ cell_type, source, metadata }) =>
    cell_type === 'code'
      ? { cell_type, source, metadata, outputs: [], execution_count: null }
      : { cell_type, source, metadata },
  );
  const body = { name: 'Run', initialTemplate: { ...kept, cells } };
  const { id } = (await client.call(notebook.createNotebook, { params, body })).data;
  await client.call(machine.startMachine, { params, body: {} });
  const blocks = (await cellsOf(client, projectId, id)).map(({ blockId, cell }) => ({ blockId, code: cell.code }));
  await client.call(notebook.postToNotebook, {
    params: { notebookId: id },
    body: { type: 'Enqueue_Blocks', notebookId: id, projectId, blocks } as MainMessage,
  });
  await untilRun(client, projectId, id);
  const file = notebook.downloadNotebook.path.replace(':notebookId', id).replace(':projectId', projectId);
  return `${JSON.stringify(await (await get(file)).json(), null, 1)}\n`;
}

async function untilRun(client: Client, projectId: string, id: string): Promise<void> {
  for (const until = Date.now() + patienceMs; Date.now() < until; await wait(lookMs)) {
    const cells = (await cellsOf(client, projectId, id)).map(({ cell }) => cell);
    const failed = cells.find(({ outcome }) => outcome === 'error');
    if (failed) throw new Error(`“${failed.label}” has failed: ${JSON.stringify(failed.outputs)}`);
    if (cells.every(({ status, outcome }) => status === 'completed' && outcome === 'ok')) return;
  }
  throw new Error('The notebook took too long.');
}

async function cellsOf(
  client: Client,
  projectId: string,
  notebookId: string,
): Promise<{ blockId: string; cell: CodeCell }[]> {
  const { data } = await client.call(notebook.readNotebook, { params: { projectId, notebookId } });
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Buffer.from(data.document, 'base64'));
  return readBlocks(doc).flatMap(({ id, codeId }) => {
    const cell = codeId ? cellOf(doc, codeId) : undefined;
    return cell ? [{ blockId: id, cell: readCell(cell) }] : [];
  });
}

/** The product on a free port, with data of its own. */
async function startServer(folder: string): Promise<{ child: ChildProcess; origin: string }> {
  const program = ['--disable-warning=ExperimentalWarning', 'apps/server/src/main.ts', '--port', '0'];
  const child = spawn(process.execPath, [...program, '--data', join(folder, 'data')], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout!.on('data', (text: Buffer) => {
      if (said.length < 10_000) said += text.toString();
      const address = /ready at (http:\S+)/.exec(said)?.[1];
      if (address) resolve(address);
    });
    child.once('exit', () => reject(new Error(`The server ended: ${said}`)));
  });
  return { child, origin };
}

async function signUp(origin: string): Promise<Person> {
  const name = `sample-${randomBytes(6).toString('hex')}`;
  const response = await fetch(origin + access.signUp.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${name}@example.com`, username: name, password: randomBytes(18).toString('hex') }),
  });
  if (!response.ok) throw new Error(`Signing up has failed: ${await response.text()}`);
  const cookie = response.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  return {
    client: createClient(origin, () => ({ cookie, origin })),
    get: (file) => fetch(origin + file, { headers: { cookie } }),
  };
}
