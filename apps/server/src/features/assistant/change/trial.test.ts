import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cellOf, readBlocks, readCell, sourceCells } from '@groma/model';
import { assistant, file, machine, notebook } from '@groma/protocol';
import { TestNotebooks } from '../../../../test/test-notebooks.ts';
import { testPythonEnvironment } from '../../../../test/test-kernel.ts';
import { TestTurn } from '../../../../test/test-turn.ts';
import { checkSandbox } from '../../../platform/kernel/sandbox.ts';
import { runTools } from '../mcp/run-tools.ts';

const { isAvailable } = await checkSandbox();
const isMissing = !isAvailable || !existsSync(testPythonEnvironment);
const reason = 'needs the sandbox and the Python environment of notebooks';

let notebooks: TestNotebooks;
TestNotebooks.ofFile((taken) => {
  notebooks = taken;
});

async function open(...codes: string[]) {
  const { owner, projectId } = notebooks;
  const initialTemplate = codes.map((code) => ({ type: 'code', props: { code } }));
  const body = { name: 'Analysis', initialTemplate };
  const { id } = (await owner.client.call(notebook.createNotebook, { params: { projectId }, body })).data;
  const live = await notebooks.watch(owner, id);
  const cells = sourceCells(live.doc).map((cell) => cell.id);
  return { id, cells, live, sources: () => sourceCells(live.doc).map(({ source }) => source) };
}

test('[AIA-095] a proposed cell is tried after those before it, in a kernel that can change no file and ends; the notebook stays', async (context) => {
  if (isMissing) return context.skip(reason);
  const { owner, projectId, server } = notebooks;
  const turn = await TestTurn.begin(server, owner, projectId);
  const { id, cells, live, sources } = await open('a = 20', 'print(a)');
  const codes = sources();
  const propose = (source: string) =>
    turn.call('edit_notebook', { notebook: id, steps: [{ do: 'edit', cell: cells[1], source }] });
  await propose('b = a + 1\nprint("tried", b)');
  // The machine is started for it.
  expect(await turn.call('try_code', { notebook: id, cell: cells[1] })).toEqual({
    id: cells[1],
    number: 2,
    state: 'ok',
    output: 'tried 21',
  });
  const { data: running } = await owner.client.call(machine.readMachine, { params: { projectId } });
  expect(running).toMatchObject({ status: 'Accessible', activeKernels: [], kernels: [] });
  await propose('open("/data/made.txt", "w").write("x")');
  expect(await turn.call('try_code', { notebook: id, cell: cells[1] })).toMatchObject({
    state: 'error',
    output: expect.stringMatching(/Read-only file system/),
  });
  const files = await owner.client.call(file.listFiles, { params: { projectId }, query: { path: '/data' } });
  expect(files.data.map(({ path }) => path)).not.toContain('/data/made.txt');
  await propose('raise ValueError("no such thing")');
  const [change] = await turn.list();
  const params = { projectId, threadId: turn.threadId, changeId: change!.id };
  expect((await owner.client.call(assistant.tryChange, { params })).data).toMatchObject({
    state: 'error',
    output: expect.stringContaining('ValueError: no such thing'),
  });
  expect(sources()).toEqual(codes);
  const states = readBlocks(live.doc).map(({ codeId }) => readCell(cellOf(live.doc, codeId!)!));
  expect(states.map(({ status, outputs }) => [status, outputs])).toEqual(states.map(() => ['idle', []]));
});

test('[AIA-095] code that is tried reads the project and asks the server for nothing that changes it', async (context) => {
  if (isMissing) return context.skip(reason);
  const { owner, projectId, server } = notebooks;
  await notebooks.startMachine();
  const turn = await TestTurn.begin(server, owner, projectId);
  const { id, cells } = await open('import groma');
  const source = [
    'from groma.call import call, project',
    'place = "/api/maps/projects/" + project()',
    'print("read", len(call("GET", place)["data"]))',
    'call("POST", place, body={"name": "Made"})',
  ].join('\n');
  const insert = { do: 'insert', after: cells[0], language: 'python', source };
  await turn.call('edit_notebook', { notebook: id, steps: [insert], keep_despite_findings: true });
  const [change] = await turn.list();
  const params = { projectId, threadId: turn.threadId, changeId: change!.id };
  const { data } = await owner.client.call(assistant.tryChange, { params });
  expect(data).toMatchObject({
    state: 'error',
    output: expect.stringMatching(/^read 0\n[^]*No block of this notebook/),
  });
  // Somebody else's conversation, and who may not run, are turned away.
  const viewer = await server.signUp();
  await server.share(owner, projectId, viewer, 'PROJECT_VIEWER');
  await expect(viewer.client.call(assistant.tryChange, { params })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const editor = await server.signUp();
  await server.share(owner, projectId, editor, 'PROJECT_EDITOR');
  await expect(editor.client.call(assistant.tryChange, { params })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('[AIA-092] cells are run where people see them, with outputs and errors as text, so that what fails can be mended', async (context) => {
  if (isMissing) return context.skip(reason);
  const { owner, projectId } = notebooks;
  const { id, cells, live } = await open('a = 2', '1 / 0', 'print("x" * 6_000)', 'a * 21');
  const call = { client: owner.client, signal: new AbortController().signal, report: () => Promise.resolve() };
  const run = (given: object) => runTools[0]!.run({ project: projectId, notebook: id, ...given }, call);
  expect(await run({})).toMatchObject([
    { id: cells[0], number: 1, state: 'ok', output: '' },
    { state: 'error', output: expect.stringContaining('ZeroDivisionError: division by zero') },
    { state: 'skipped', output: '' },
    { state: 'skipped', output: '' },
  ]);
  const [printed, product] = (await run({ cells: [cells[3], cells[2]] })) as { state: string; output: string }[];
  expect(printed!.output).toBe(`${'x'.repeat(2_500)}\n… 1000 characters left out …\n${'x'.repeat(2_500)}`);
  expect(product).toMatchObject({ number: 4, state: 'ok', output: '42' });
  expect(readCell(cellOf(live.doc, readBlocks(live.doc)[3]!.codeId!)!)).toMatchObject({ outcome: 'ok' });
  await expect(run({ cells: ['none'] })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('[AIA-092] cells that nobody waits for any more are stopped', async (context) => {
  if (isMissing) return context.skip(reason);
  const { owner, projectId } = notebooks;
  await notebooks.startMachine();
  const { id, live } = await open('import time\nprint("begun", flush=True)\ntime.sleep(600)');
  const aborter = new AbortController();
  const cell = () => readCell(cellOf(live.doc, readBlocks(live.doc)[0]!.codeId!)!);
  const params = { projectId, notebookId: id };
  const ran = owner.client.call(notebook.runCells, { params, body: {}, signal: aborter.signal });
  ran.catch(() => undefined);
  await expect.poll(() => cell().outputs.length).toBe(1);
  aborter.abort();
  await expect.poll(() => cell()).toMatchObject({ status: 'idle', outcome: 'stopped' });
  await expect(ran).rejects.toMatchObject({ name: 'AbortError' });
});

test('[AIA-092] who waits for cells of a notebook that is deleted meanwhile is told so', async (context) => {
  if (isMissing) return context.skip(reason);
  const { owner, projectId } = notebooks;
  await notebooks.startMachine();
  const { id, live } = await open('import time\nprint("begun", flush=True)\ntime.sleep(600)');
  const cell = () => readCell(cellOf(live.doc, readBlocks(live.doc)[0]!.codeId!)!);
  const params = { projectId, notebookId: id };
  const ran = owner.client.call(notebook.runCells, { params, body: {} });
  ran.catch(() => undefined);
  await expect.poll(() => cell().outputs.length, { timeout: 40_000 }).toBe(1);
  live.close();
  await owner.client.call(notebook.deleteNotebook, { params });
  await expect(ran).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
