import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { cellOf, notebookFragment, readBlocks, readCell, setCell, type CodeCell, type StoredOutput } from '@groma/model';
import { database, machine, notebook, project, type LiveConnection, type MainMessage } from '@groma/protocol';
import { eq } from 'drizzle-orm';
import * as Y from 'yjs';
import { notebookRuns, outputPieces } from '../../platform/database/tables/index.ts';
import { kernelGroup, skipReason, testPythonEnvironment } from '../../../test/test-kernel.ts';
import { findDeno, missingOfR } from '../../platform/kernel/sandbox.ts';
import { inlineText } from './output/output-writer.ts';
import { processesNaming } from '../../../test/processes.ts';
import { startTestServer, type Person, type TestServer } from '../../../test/test-server.ts';

let server: TestServer;
let owner: Person;
let projectId: string;
const connections: LiveConnection[] = [];

beforeAll(async () => {
  server = await startTestServer({ pythonEnvironment: testPythonEnvironment });
  owner = await server.signUp();
  projectId = await owner.makeProject();
});
afterEach(() => { for (const live of connections.splice(0)) live.close(); });
afterAll(() => server.close());

/** A notebook made of a template, as its maker sees it. */
async function openTemplate(template: { id?: string; type: string; props: Record<string, unknown> }[]) {
  const { id } = (await owner.client.call(notebook.createNotebook, { params: { projectId }, body: { name: 'Made', initialTemplate: template } })).data;
  const live = owner.live('main', id);
  connections.push(live);
  await live.whenSynced();
  const post = (body: MainMessage) => owner.client.call(notebook.postToNotebook, { params: { notebookId: id }, body });
  const blocks = template.filter((block) => block.type === 'code').map((block) => ({ blockId: block.id!, code: String(block.props['code']) }));
  return {
    id, live, post,
    cellOfBlock: (blockId: string) => readCell(cellOf(live.doc, readBlocks(live.doc).find((block) => block.id === blockId)!.codeId!)!),
    runAll: () => post({ type: 'Enqueue_Blocks', blocks }),
  };
}

interface Open {
  id: string;
  blockIds: string[];
  /** What somebody else, who only watches, sees of a block. */
  cell: (i: number) => CodeCell;
  post: (message: Record<string, unknown> & { type: MainMessage['type'] }) => Promise<{ blocks: number }>;
  runAll: () => Promise<{ blocks: number }>;
  until: (i: number, change: Partial<CodeCell>) => Promise<CodeCell>;
  text: (i: number) => string;
}

/** A notebook with one code block for each code, seen through the connection of a viewer. */
async function open(...codes: string[]): Promise<Open> {
  const { id } = (await owner.client.call(notebook.createNotebook, {
    params: { projectId }, body: { name: 'Runs', initialTemplate: codes.map((code) => ({ type: 'code', props: { code } })) },
  })).data;
  const watcher = await server.signUp();
  await server.share(owner, projectId, watcher, 'PROJECT_VIEWER');
  const live = watcher.live('main', id);
  connections.push(live);
  await live.whenSynced();
  const blocks = readBlocks(live.doc);
  const cell = (i: number) => readCell(cellOf(live.doc, blocks[i]!.codeId!)!);
  const post: Open['post'] = (message) => owner.client.call(notebook.postToNotebook, { params: { notebookId: id }, body: { notebookId: id, projectId, ...message } as MainMessage });
  return {
    id, cell, post, blockIds: blocks.map((block) => block.id),
    runAll: () => post({ type: 'Enqueue_Blocks', blocks: blocks.map((block, i) => ({ blockId: block.id, code: codes[i] })) }),
    until: async (i, change) => {
      await expect.poll(() => cell(i), { timeout: 40_000, interval: 20 }).toMatchObject(change);
      return cell(i);
    },
    text: (i) => cell(i).outputs.map((output) => 'text' in output ? output.text : '').join(''),
  };
}

const withoutR = missingOfR();
const start = () => owner.client.call(machine.startMachine, { params: { projectId }, body: {} });

describe('without a machine', () => {
  test('[KRN-004] [KRN-035] [KRN-036] [KRN-043] code does not run, and the reply says what to do', async () => {
    const { runAll, cell, blockIds, post } = await open('print(1)');
    await expect(runAll()).rejects.toMatchObject({ code: 'MACHINE_NOT_ACCESSIBLE', message: 'Start the machine first at bottom left.' });
    await expect(post({ type: 'Enqueue_Code', blockId: blockIds[0]!, code: 'print(1)' })).rejects.toMatchObject({ code: 'MACHINE_NOT_ACCESSIBLE' });
    expect(cell(0)).toMatchObject({ status: 'idle', outputs: [] });
  });

  test('[KRN-028] a machine type outside the plan is refused', async () => {
    await expect(owner.client.call(machine.startMachine, { params: { projectId }, body: { profile: 'T4x4' } })).rejects.toMatchObject({ code: 'MACHINE_PROFILE_REFUSED' });
  });
});

test('[KRN-049] Stop_All also frees blocks that are called running though nothing runs them', async () => {
  const { id, post, until } = await open('a');
  const { document, release } = await server.platform.documents.open(id);
  document.transact((doc) => { setCell(cellOf(doc, readBlocks(doc)[0]!.codeId!)!, { status: 'running' }); });
  release();
  await until(0, { status: 'running' });
  await post({ type: 'Stop_All' });
  expect(await until(0, { status: 'idle' })).toMatchObject({ outputs: [], outcome: null });
});

describe.skipIf(skipReason)(kernelGroup('with a machine'), { timeout: 60_000 }, () => {
  beforeAll(async () => { await start(); });

  test('[KRN-013] [KRN-012] [KRN-003] it tells its state, and its profiles', async () => {
    const read = async () => (await owner.client.call(machine.readMachine, { params: { projectId } })).data;
    expect(await read()).toMatchObject({ status: 'Accessible', profileId: 'CPUx3', startedAt: expect.any(String) as string, profiles: expect.arrayContaining(['CPUx3']) as string[] });
    const other = await owner.makeProject('no machine');
    expect((await owner.client.call(machine.readMachine, { params: { projectId: other } })).data).toMatchObject({ status: 'Terminated', startedAt: null, cpuPercent: null, activeKernels: [] });
  });

  test('[KRN-029] [KRN-041] [KRN-047] [KRN-048] [KRN-056] blocks run in order on one kernel, and everybody sees outputs and time', async () => {
    const { runAll, until, cell, text, id } = await open('x = 20\nprint("hello")', '', 'print(x); x + 1', 'import sys; print("oops", file=sys.stderr)');
    expect(await runAll()).toEqual({ status: 'ok', blocks: 3 });
    await until(3, { status: 'completed' });
    expect(cell(0)).toMatchObject({ status: 'completed', outcome: 'ok', outputs: [{ kind: 'text', text: 'hello\n' }], executionCount: 1, queuePlace: null });
    expect(cell(0).msTaken).toBeGreaterThanOrEqual(0);
    expect(cell(1)).toMatchObject({ status: 'idle', msTaken: null });
    expect(cell(2).outputs).toEqual([{ kind: 'text', text: '20\n' }, { kind: 'text/plain', text: '21' }]);
    expect([cell(3).outputs[0]!.kind, text(3)]).toEqual(['stderr', 'oops\n']);
    const { data } = await owner.client.call(machine.readMachine, { params: { projectId } });
    expect(data.activeKernels).toContain(id);
    await expect.poll(() => server.platform.database.query.select().from(notebookRuns).where(eq(notebookRuns.notebookId, id))).toEqual([]);
  });

  test('the code that was sent runs, whatever the block holds by then', async () => {
    const { post, until, text, cell, blockIds } = await open('print("in the block")');
    await post({ type: 'Enqueue_Code', blockId: blockIds[0]!, code: 'print("sent")' });
    await until(0, { status: 'completed' });
    expect([text(0), cell(0).code]).toEqual(['sent\n', 'print("in the block")']);
  });

  test('[KRN-050] when a block fails the blocks queued with it do not run, and others do', async () => {
    const { runAll, post, until, cell, blockIds } = await open('import time; time.sleep(0.5); 1/0', 'print("never")', 'print("asked for alone")');
    await post({ type: 'Enqueue_Blocks', blocks: [0, 1].map((i) => ({ blockId: blockIds[i], code: cell(i).code })) });
    await post({ type: 'Enqueue_Code', blockId: blockIds[2]!, code: cell(2).code });
    await until(2, { status: 'completed', outcome: 'ok' });
    expect(cell(0)).toMatchObject({ status: 'completed', outcome: 'error', outputs: [{ kind: 'traceback', name: 'ZeroDivisionError' }] });
    expect(cell(1)).toMatchObject({ status: 'idle', outputs: [], outcome: null, queuePlace: null });
    expect((await runAll()).blocks).toBe(3);
    await until(0, { status: 'completed', outcome: 'error' });
    await until(2, { status: 'idle' });
  });

  test('[KRN-042] [KRN-049] a stop interrupts what runs and empties the queue', async () => {
    const { runAll, until, post, cell, text } = await open('print("begun")\nwhile True: pass', 'print(2)', 'print(3)');
    await runAll();
    await expect.poll(() => text(0), { timeout: 15_000 }).toBe('begun\n');
    expect([cell(1), cell(2)]).toMatchObject([{ status: 'queued', queuePlace: 1 }, { status: 'queued', queuePlace: 2 }]);
    expect((await post({ type: 'Stop_All' })).blocks).toBe(3);
    await until(0, { status: 'idle', outcome: 'stopped' });
    await until(1, { status: 'idle', queuePlace: null });
    await until(2, { status: 'idle' });
    expect(text(0)).toContain('begun');
  });

  test('[KRN-038] a block that runs is not queued again; one that waits can be taken back', async () => {
    const { post, until, cell, blockIds, text } = await open('print("begun"); import time; time.sleep(30)', 'print(2)');
    const run = (i: number) => post({ type: 'Enqueue_Code', blockId: blockIds[i]!, code: cell(i).code });
    expect([(await run(0)).blocks, (await run(1)).blocks]).toEqual([1, 1]);
    await expect.poll(() => text(0), { timeout: 15_000 }).toBe('begun\n');
    expect([(await run(0)).blocks, (await run(1)).blocks]).toEqual([0, 0]);
    expect((await post({ type: 'Stop_Block', blockId: blockIds[1]! })).blocks).toBe(1);
    await until(1, { status: 'idle' });
    expect(cell(0).status).toBe('running');
    expect((await post({ type: 'Clear_Block', blockId: blockIds[0]! })).blocks).toBe(0);
    await post({ type: 'Stop_Block', blockId: blockIds[0]! });
    await until(0, { status: 'idle', outcome: 'stopped' });
  });

  test('[KRN-055] [KRN-044] clearing empties outputs and times of all blocks', async () => {
    const { runAll, until, post, cell } = await open('1', '1/0');
    await runAll();
    await until(1, { status: 'completed' });
    await post({ type: 'Clear_All' });
    for (const i of [0, 1]) await until(i, { status: 'idle', outputs: [], msTaken: null, outcome: null });
    expect(cell(0).code).toBe('1');
  });

  test('code that kills its process: the notebook says so, and the next run has a new kernel', async () => {
    const { runAll, until, post, text, blockIds } = await open('x = 1', 'import os; os._exit(1)', 'print(x)');
    await runAll();
    await until(1, { status: 'idle', outcome: 'error' });
    expect(text(1)).toMatch(/The kernel died.*Its variables are lost/s);
    await until(2, { status: 'idle' });
    await post({ type: 'Enqueue_Code', blockId: blockIds[2]!, code: 'print("alive", "x" in globals())' });
    await until(2, { status: 'completed', outcome: 'ok' });
    expect(text(2)).toBe('alive False\n');
  });

  test('[NBK-085] code that prints without end is cut, stays stoppable, and the notebook goes on', async () => {
    const { id, runAll, until, post, cell, text, blockIds } = await open('while True: print("all work and no play" * 10)', 'print("after")');
    await runAll();
    const stored = () => cell(0).outputs.find((output) => output.kind === 'stored');
    const lines = async (from: number, count: number) => (await owner.client.call(notebook.readOutputLines, { params: { notebookId: id, projectId, outputId: stored()!.id }, query: { from, count } })).data;
    await expect.poll(() => stored()?.characters ?? 0, { timeout: 60_000 }).toBeGreaterThan(60 * 1024 * 1024);
    await expect.poll(async () => (await lines(stored()!.lines - 1, 1))[0], { timeout: 30_000 }).toBe('The output is longer than 64 MB; the rest was not kept.');
    await post({ type: 'Stop_All' });
    await until(0, { status: 'idle', outcome: 'stopped' });
    expect(text(0).length).toBeLessThanOrEqual(inlineText);
    expect(await lines(200_000, 2)).toEqual(Array(2).fill('all work and no play'.repeat(10)));
    await post({ type: 'Enqueue_Code', blockId: blockIds[1]!, code: cell(1).code });
    await until(1, { status: 'completed' });
    expect(text(1)).toBe('after\n');
  });

  test('[NBK-106] output of 40 MB arrives whole: in lines, in one piece, and in the Jupyter file', async () => {
    const { id, runAll, until, cell } = await open('for i in range(500_000): print(f"{i:07d}", "x" * 72)');
    await runAll();
    await until(0, { status: 'completed' });
    const inline = cell(0).outputs.flatMap((output) => (output.kind === 'text' ? [output.text] : [])).join('');
    const stored = cell(0).outputs.at(-1) as StoredOutput;
    expect(inline.length + stored.characters).toBe(500_000 * 81);
    const params = { notebookId: id, projectId, outputId: stored.id };
    const first = inline.split('\n').length - 1;
    const { data } = await owner.client.call(notebook.readOutputLines, { params, query: { from: 400_000 - first, count: 2 } });
    expect(data.map((line) => line.slice(0, 7))).toEqual(['0400000', '0400001']);
    const whole = inline + await (await owner.fetch(`/api/notebooks/${id}/projects/${projectId}/outputs/${stored.id}/text`)).text();
    expect(whole.split('\n').findIndex((line, i) => i < 500_000 && Number(line.slice(0, 7)) !== i)).toBe(-1);
    const file = await (await owner.fetch(`/api/notebooks/${id}/projects/${projectId}/ipynb`)).json() as { cells: { outputs: { text: string[] }[] }[] };
    expect(file.cells[0]!.outputs.map(({ text }) => text.length)).toEqual([500_000]);
    const { data: copy } = await owner.client.call(notebook.duplicateNotebook, { params: { notebookId: id, projectId } });
    expect((await owner.client.call(notebook.readOutputLines, { params: { ...params, notebookId: copy.id }, query: { from: 5, count: 1 } })).data).toEqual([expect.stringContaining('x')]);
    await owner.client.call(notebook.deleteNotebook, { params: { notebookId: id, projectId } });
    expect((await server.platform.database.query.select({ index: outputPieces.index }).from(outputPieces).where(eq(outputPieces.notebookId, id))).length).toBe(0);
  });

  test('[NBK-105] inputs are variables of the code: before each run, and anew when they change, without a run', async () => {
    const template = [
      { type: 'slider', props: { varName: 'depth', value: 3 } }, { type: 'selector', props: { varName: 'kinds', allowMultiple: true, selected: '["a","b"]' } },
      { id: 'run', type: 'code', props: { code: 'print(depth, kinds); depth = 99' } }, { id: 'watch', type: 'code', props: { code: '' } },
    ];
    const { id } = (await owner.client.call(notebook.createNotebook, { params: { projectId }, body: { name: 'Inputs', initialTemplate: template } })).data;
    const live = owner.live('main', id);
    connections.push(live);
    await live.whenSynced();
    const codeId = readBlocks(live.doc).find((block) => block.id === 'run')!.codeId!;
    const cell = () => readCell(cellOf(live.doc, codeId)!);
    const post = (code: string) => owner.client.call(notebook.postToNotebook, { params: { notebookId: id }, body: { type: 'Enqueue_Code', blockId: 'run', code } });
    await post('print(depth, kinds); depth = 99');
    await expect.poll(cell, { timeout: 15_000 }).toMatchObject({ status: 'completed', outputs: [{ kind: 'text', text: "3 ['a', 'b']\n" }], executionCount: 1 });
    await post('print(depth)');
    await expect.poll(cell, { timeout: 15_000 }).toMatchObject({ status: 'completed', outputs: [{ kind: 'text', text: '3\n' }], executionCount: 2 });
    await post('import time\nfor _ in range(500):\n    time.sleep(0.02)\nprint("waited")');
    await expect.poll(cell).toMatchObject({ status: 'running' });
    await owner.client.call(notebook.postToNotebook, { params: { notebookId: id }, body: { type: 'Stop_All' } });
    const [slider] = [...notebookFragment(live.doc).createTreeWalker((node) => node instanceof Y.XmlElement && node.nodeName === 'slider')];
    (slider as Y.XmlElement).setAttribute('value', 7 as unknown as string);
    await live.whenSaved();
    const ask = async () => (await owner.client.call(notebook.inspectCode, { params: { notebookId: id, projectId }, body: { code: 'depth', cursor: 3 } })).data.text;
    await expect.poll(ask, { timeout: 10_000 }).toMatch(/int[^]*7/);
    expect(cell().executionCount).toBe(3);
  });

  test('[NBK-068] the kernel completes and explains, also while it runs, and says nothing where there is no kernel', async () => {
    const { id, runAll, until, blockIds, post } = await open('import pandas\nclass Place:\n    """Somewhere."""\n    latitude = 1', 'import time; time.sleep(1000)');
    const ask = async (code: string, cursor = code.length) => (await owner.client.call(notebook.completeCode, { params: { notebookId: id, projectId }, body: { code, cursor } })).data;
    expect(await ask('Place.lat')).toEqual({ start: 9, end: 9, matches: [] });
    await runAll();
    await until(1, { status: 'running' });
    expect(await ask('"😀"; Place.lat')).toEqual({ start: 12, end: 15, matches: [{ text: 'latitude', type: 'instance' }] });
    const { data } = await owner.client.call(notebook.inspectCode, { params: { notebookId: id, projectId }, body: { code: 'Place', cursor: 2 } });
    expect(data.text).toContain('Somewhere.');
    await post({ type: 'Stop_Block', blockId: blockIds[1]! });
  });

  test('[KRN-029] [KRN-042] a restart of the kernel stops what runs, and every variable is lost', async () => {
    const { id, cellOfBlock, post } = await openTemplate([{ id: 'a', type: 'code', props: { code: 'x = 1' } }, { id: 'b', type: 'code', props: { code: 'import time; time.sleep(1000)' } }]);
    await post({ type: 'Enqueue_Blocks', blocks: [{ blockId: 'a', code: 'x = 1' }, { blockId: 'b', code: 'import time; time.sleep(1000)' }] });
    await expect.poll(() => cellOfBlock('b').status, { timeout: 20_000 }).toBe('running');
    const told: Record<string, unknown>[] = [];
    const socket = owner.socket(`/parties/project/${projectId}`);
    socket.on('message', (data: Buffer) => told.push(JSON.parse(data.toString()) as Record<string, unknown>));
    await new Promise((resolve) => { socket.once('message', resolve); });
    expect(await post({ type: 'Restart_Kernel' })).toEqual({ status: 'ok', blocks: 1 });
    // The others must know that their variables are gone too.
    await expect.poll(() => told.find(({ type }) => type === 'Kernel_Restarted')).toMatchObject({ notebookId: id, userId: owner.id, username: owner.username });
    socket.close();
    expect(cellOfBlock('b')).toMatchObject({ status: 'idle', outcome: 'stopped' });
    await post({ type: 'Enqueue_Code', blockId: 'a', code: 'x' });
    await expect.poll(() => cellOfBlock('a'), { timeout: 20_000 }).toMatchObject({ status: 'completed', outcome: 'error', outputs: [{ kind: 'traceback', name: 'NameError' }] });
  });

  test('a run and the edit that adds its block may come in any order', async () => {
    const { id, post } = await open('1');
    const { document, release } = await server.platform.documents.open(id);
    const { ensureCell, newId } = await import('@groma/model');
    const pending = post({ type: 'Enqueue_Code', blockId: 'late', code: 'print("late")' });
    await new Promise((resolve) => setTimeout(resolve, 200));
    const codeId = newId();
    document.transact((doc) => {
      ensureCell(doc, codeId, { code: 'print("late")' });
      const [container, node] = [new Y.XmlElement('blockContainer'), new Y.XmlElement('codeCell')];
      container.setAttribute('id', 'late');
      node.setAttribute('codeId', codeId);
      container.insert(0, [node]);
      (notebookFragment(doc).get(0) as InstanceType<typeof Y.XmlElement>).push([container]);
    });
    expect((await pending).blocks).toBe(1);
    await expect.poll(() => readCell(cellOf(document.doc, codeId)!), { timeout: 15_000 }).toMatchObject({ status: 'completed', outputs: [{ kind: 'text', text: 'late\n' }] });
    release();
    await expect(post({ type: 'Enqueue_Code', blockId: 'never there', code: '1' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('[KRN-057] [NBK-065] SQL runs next to the Python it shares names with: files, data frames and inputs in, a data frame out', async () => {
    const template = [
      { type: 'slider', props: { varName: 'least', value: 2 } },
      { id: 'py', type: 'code', props: { code: 'import pandas as pd\npd.DataFrame({"a": [1, 2, 3]}).to_csv("/data/numbers.csv", index=False)\nextra = pd.DataFrame({"b": ["x"]})' } },
      { id: 'sql', type: 'code', props: { label: 'Large numbers', language: 'sql', code: "create table t as select a from 'numbers.csv';\nselect a * 10 as ten, b from t, extra where a >= $least order by a" } },
      { id: 'use', type: 'code', props: { code: 'print(large_numbers.ten.tolist(), type(large_numbers).__name__)' } },
      { id: 'bad', type: 'code', props: { language: 'sql', code: 'selec 1' } },
    ];
    const { cellOfBlock, runAll } = await openTemplate(template);
    await runAll();
    await expect.poll(() => cellOfBlock('bad').status, { timeout: 40_000 }).toBe('completed');
    expect(cellOfBlock('sql').outputs).toEqual([{ kind: 'text', text: '3 rows\n' }, expect.objectContaining({ kind: 'text/html', text: expect.stringContaining('30') as string })]);
    expect(cellOfBlock('use').outputs).toEqual([{ kind: 'text', text: '[20, 30] DataFrame\n' }]);
    expect(cellOfBlock('bad')).toMatchObject({ outcome: 'error', outputs: [{ kind: 'traceback', name: 'SqlError', text: expect.stringMatching(/^ParserException[^]*LINE 1: selec 1/) as string }] });
  });

  test('[KRN-057] an SQL block that names a database is run there, with inputs as parameters; its rows are a data frame, with geometries', async () => {
    await owner.client.call(database.createDatabase, { params: { projectId }, body: { name: 'Low flow', dbType: 'managed-duckdb' } });
    const sql = "-- database: Low flow\nCREATE TABLE gauges AS SELECT i AS id, (i / 2.0)::DECIMAL(4,2) AS flow, 'POINT (' || i || ' 46)' AS place FROM range(5) AS r(i);\nSELECT * FROM gauges WHERE id >= $least ORDER BY id";
    const { runAll, cellOfBlock } = await openTemplate([
      { type: 'slider', props: { varName: 'least', value: 3, min: 0, max: 10 } },
      { id: 'sql', type: 'code', props: { label: 'Gauges', language: 'sql', code: sql } },
      { id: 'python', type: 'code', props: { code: 'print(type(gauges).__name__, list(gauges.id), float(gauges.flow.sum()), gauges.geometry.x.max())' } },
      { id: 'none', type: 'code', props: { language: 'sql', code: '-- database: High flow\nSELECT 1' } },
    ]);
    await runAll();
    await expect.poll(() => cellOfBlock('python').outputs, { timeout: 40_000 }).toEqual([{ kind: 'text', text: 'GeoDataFrame [3, 4] 3.5 4.0\n' }]);
    expect(cellOfBlock('sql').outputs).toEqual([expect.objectContaining({ kind: 'text/html', text: expect.stringContaining('POINT (3') as string })]);
    await expect.poll(() => cellOfBlock('none').outputs).toEqual([{ kind: 'stderr', text: expect.stringContaining('no database called "High flow"') as string }]);
  });

  test.skipIf(!findDeno())('[KRN-057] [NBK-065] JavaScript runs on a kernel of its own, which has no network, sees the files and inputs, and can be stopped', async () => {
    const template = [
      { type: 'textInput', props: { varName: 'place', text: 'Ávila "1"' } },
      { id: 'js', type: 'code', props: { language: 'javascript', code: 'let y = 20;\nconsole.log(place, (await Deno.readTextFile("numbers.csv")).length > 0)' } },
      { id: 'again', type: 'code', props: { language: 'javascript', code: 'y + 1' } },
      { id: 'net', type: 'code', props: { language: 'javascript', code: 'await fetch("http://127.0.0.1:1").catch((error) => error.constructor.name)' } },
      { id: 'py', type: 'code', props: { code: 'print("python")' } },
      { id: 'bad', type: 'code', props: { language: 'javascript', code: 'nowhere' } },
    ];
    const { cellOfBlock, runAll, post } = await openTemplate(template);
    await runAll();
    await expect.poll(() => cellOfBlock('bad').status, { timeout: 40_000 }).toBe('completed');
    expect(cellOfBlock('js').outputs).toEqual([{ kind: 'text', text: 'Ávila "1" true\n' }]);
    expect(cellOfBlock('again').outputs).toEqual([{ kind: 'text/plain', text: expect.stringContaining('21') as string }]);
    expect(cellOfBlock('net').outputs).toEqual([{ kind: 'text/plain', text: expect.stringContaining('TypeError') as string }]);
    expect(cellOfBlock('py').outputs).toEqual([{ kind: 'text', text: 'python\n' }]);
    expect(cellOfBlock('bad')).toMatchObject({ outcome: 'error', outputs: [{ kind: 'traceback' }] });
    await post({ type: 'Enqueue_Code', blockId: 'again', code: 'while (true) {}' });
    await expect.poll(() => cellOfBlock('again').status, { timeout: 20_000 }).toBe('running');
    await post({ type: 'Stop_All' });
    expect(cellOfBlock('again').status).toBe('idle');
  });

  test.skipIf(withoutR !== null)(`[KRN-057] [NBK-065] R runs on IRkernel: inputs, printed text, values, plots, errors, stop${withoutR ? ` (skipped: ${withoutR} is missing)` : ''}`, async () => {
    const { cellOfBlock, runAll, post } = await openTemplate([
      { type: 'textInput', props: { varName: 'place', text: 'Ávila "1"' } },
      { type: 'slider', props: { varName: 'least', value: 2 } },
      { id: 'print', type: 'code', props: { language: 'r', code: 'y <- 20\ncat(place, least * 2, "\\n")\nwriteLines("a", "/data/from-r.txt")' } },
      { id: 'value', type: 'code', props: { language: 'r', code: 'y + 1' } },
      { id: 'frame', type: 'code', props: { language: 'r', code: 'data.frame(station = c("Paks", "Baja"), flow = c(961.5, 1020))' } },
      { id: 'plot', type: 'code', props: { language: 'r', code: 'plot(1:3)' } },
      { id: 'py', type: 'code', props: { code: 'print(open("/data/from-r.txt").read().strip())' } },
      { id: 'bad', type: 'code', props: { language: 'r', code: 'stop("no such river")' } },
    ]);
    await runAll();
    const settled = () => cellOfBlock('print').outcome !== null && ['print', 'value', 'frame', 'plot', 'py', 'bad'].every((block) => !['queued', 'running'].includes(cellOfBlock(block).status));
    await expect.poll(settled, { timeout: 150_000 }).toBe(true);
    expect(cellOfBlock('print').outputs).toEqual([{ kind: 'text', text: 'Ávila "1" 4 \n' }]);
    expect(['print', 'value', 'frame', 'plot', 'py', 'bad'].map((block) => [block, cellOfBlock(block).outcome])).toEqual([['print', 'ok'], ['value', 'ok'], ['frame', 'ok'], ['plot', 'ok'], ['py', 'ok'], ['bad', 'error']]);
    expect(JSON.stringify(cellOfBlock('value').outputs)).toContain('21');
    expect(JSON.stringify(cellOfBlock('frame').outputs)).toMatch(/Paks.*961.5/);
    expect(cellOfBlock('plot').outputs).toEqual([expect.objectContaining({ kind: expect.stringMatching(/^image\/|^stored$/) as string })]);
    expect(cellOfBlock('py').outputs).toEqual([{ kind: 'text', text: 'a\n' }]);
    expect(cellOfBlock('bad')).toMatchObject({ outcome: 'error', outputs: [{ kind: 'traceback', message: expect.stringContaining('no such river') as string }] });
    await post({ type: 'Enqueue_Code', blockId: 'value', code: 'Sys.sleep(16)\nflow <- 3' });
    // IRkernel is silent for as long as it runs, longer than others may be.
    await expect.poll(() => cellOfBlock('value'), { timeout: 120_000 }).toMatchObject({ status: 'completed', outcome: 'ok', outputs: [] });
    expect(cellOfBlock('value').msTaken).toBeGreaterThan(15_900);
    await post({ type: 'Enqueue_Code', blockId: 'value', code: 'Sys.sleep(60)' });
    await expect.poll(() => cellOfBlock('value').status, { timeout: 20_000 }).toBe('running');
    await post({ type: 'Stop_All' });
    expect(cellOfBlock('value').status).toBe('idle');
  }, 180_000);

  test('[KRN-030] [KRN-031] [KRN-032] Create_Kernel answers with a text', async () => {
    const { id } = await open('1');
    const create = async (body: Record<string, string>) => (await owner.client.open(notebook.postToProject, { params: { projectId }, body: { type: 'Create_Kernel', notebookId: id, ...body } })).text();
    expect([await create({}), await create({ envId: 'python' })]).toEqual(['Kernel created', 'Kernel already exists']);
    expect(await create({ envId: 'fortran' })).toContain('fail');
    const foreign = await owner.makeProject('foreign');
    const other = (await owner.client.call(notebook.createNotebook, { params: { projectId: foreign }, body: { name: 'n' } })).data.id;
    await expect(create({ notebookId: other })).rejects.toMatchObject({ status: 404 });
  });

  test('a notebook that is deleted while it runs takes its kernel with it', async () => {
    const { id, runAll, text } = await open('print("begun")\nwhile True: pass');
    await runAll();
    await expect.poll(() => text(0), { timeout: 15_000 }).toBe('begun\n');
    await owner.client.call(notebook.deleteNotebook, { params: { notebookId: id, projectId } });
    await expect.poll(async () => (await owner.client.call(machine.readMachine, { params: { projectId } })).data.activeKernels).not.toContain(id);
  });

  test('[KRN-007] [KRN-008] [KRN-009] [KRN-010] [KRN-011] a stop of the machine ends runs and is told in the room of the project', async () => {
    const { runAll, until, text } = await open('print("begun")\nwhile True: pass');
    const told: { type: string; status?: string }[] = [];
    const socket = owner.socket(`/parties/project/${projectId}`);
    socket.on('message', (data: Buffer) => told.push(JSON.parse(data.toString()) as { type: string }));
    await new Promise((resolve) => { socket.once('message', resolve); });
    await runAll();
    await expect.poll(() => text(0), { timeout: 15_000 }).toBe('begun\n');
    const { data } = await owner.client.call(machine.stopMachine, { params: { projectId } });
    expect(data).toMatchObject({ status: 'Terminated', startedAt: null, uptime: null, cpuPercent: null, memoryGb: null, activeKernels: [] });
    await until(0, { status: 'idle', outcome: 'error' });
    expect(text(0)).toContain('The kernel was shut down');
    await expect.poll(() => told.at(-1)).toMatchObject({ type: 'Machine_Changed', status: 'Terminated' });
    socket.close();
  });

  test('a project that is deleted while a block runs leaves no machine behind', async () => {
    const doomed = await owner.makeProject('doomed');
    await owner.client.call(machine.startMachine, { params: { projectId: doomed }, body: {} });
    const { id } = (await owner.client.call(notebook.createNotebook, { params: { projectId: doomed }, body: { name: 'n', initialTemplate: [{ id: 'b', type: 'code' }] } })).data;
    await owner.client.call(notebook.postToNotebook, { params: { notebookId: id }, body: { type: 'Enqueue_Code', blockId: 'b', code: 'while True: pass' } });
    await expect.poll(() => processesNaming(doomed), { timeout: 15_000 }).not.toEqual([]);
    await owner.client.call(project.deleteProject, { params: { id: doomed } });
    await expect(server.platform.documents.read(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect.poll(() => processesNaming(doomed)).toEqual([]);
  });
});
