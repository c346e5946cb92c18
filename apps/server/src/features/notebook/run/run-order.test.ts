import { beforeAll, describe, expect, test, vi } from 'vitest';
import { cellOf, notebookFragment, readCell, type CodeCell } from '@groma/model';
import { machine } from '@groma/protocol';
import { eq } from '../../../platform/database/drizzle.ts';
import * as Y from 'yjs';
import { notebookRuns } from '../../../platform/database/tables/index.ts';
import { kernelGroup, skipReason } from '../../../../test/test-kernel.ts';
import { TestNotebooks } from '../../../../test/test-notebooks.ts';
import type { Person, TestServer } from '../../../../test/test-server.ts';

let notebooks: TestNotebooks;
let server: TestServer;
let owner: Person;
let projectId: string;

TestNotebooks.ofFile((started) => {
  ({ server, owner, projectId } = notebooks = started);
});

describe.skipIf(skipReason)(kernelGroup('runs of a notebook'), { timeout: 60_000 }, () => {
  beforeAll(() => notebooks.startMachine());

  test('[KRN-029] [KRN-041] [KRN-047] [KRN-048] [KRN-056] blocks run in order on one kernel, and everybody sees outputs and time', async () => {
    const { runAll, until, cell, text, id } = await notebooks.open(
      'x = 20\nprint("hello")',
      '',
      'print(x); x + 1',
      'import sys; print("oops", file=sys.stderr)',
    );
    expect(await runAll()).toEqual({ status: 'ok', blocks: 3 });
    await until(3, { status: 'completed' });
    expect(cell(0)).toMatchObject({
      status: 'completed',
      outcome: 'ok',
      outputs: [{ kind: 'text', text: 'hello\n' }],
      executionCount: 1,
      queuePlace: null,
    });
    expect(cell(0).msTaken).toBeGreaterThanOrEqual(0);
    expect(cell(1)).toMatchObject({ status: 'idle', msTaken: null });
    expect(cell(2).outputs).toEqual([
      { kind: 'text', text: '20\n' },
      { kind: 'text/plain', text: '21' },
    ]);
    expect([cell(3).outputs[0]!.kind, text(3)]).toEqual(['stderr', 'oops\n']);
    const { data } = await owner.client.call(machine.readMachine, { params: { projectId } });
    expect(data.activeKernels).toContain(id);
    await expect
      .poll(() => server.platform.database.query.select().from(notebookRuns).where(eq(notebookRuns.notebookId, id)))
      .toEqual([]);
  });

  test('the code that was sent runs, whatever the block holds by then', async () => {
    const { post, until, text, cell, blockIds } = await notebooks.open('print("in the block")');
    await post({ type: 'Enqueue_Code', blockId: blockIds[0]!, code: 'print("sent")' });
    await until(0, { status: 'completed' });
    expect([text(0), cell(0).code]).toEqual(['sent\n', 'print("in the block")']);
  });

  test('[KRN-050] when a block fails the blocks queued with it do not run, and others do', async () => {
    const { runAll, post, until, cell, blockIds } = await notebooks.open(
      'import time; time.sleep(0.5); 1/0',
      'print("never")',
      'print("asked for alone")',
    );
    await post({ type: 'Enqueue_Blocks', blocks: [0, 1].map((i) => ({ blockId: blockIds[i], code: cell(i).code })) });
    await post({ type: 'Enqueue_Code', blockId: blockIds[2]!, code: cell(2).code });
    await until(2, { status: 'completed', outcome: 'ok' });
    expect(cell(0)).toMatchObject({
      status: 'completed',
      outcome: 'error',
      outputs: [{ kind: 'traceback', name: 'ZeroDivisionError' }],
    });
    expect(cell(1)).toMatchObject({ status: 'idle', outputs: [], outcome: null, queuePlace: null });
    expect((await runAll()).blocks).toBe(3);
    await until(0, { status: 'completed', outcome: 'error' });
    await until(2, { status: 'idle' });
  });

  test('[KRN-042] [KRN-049] a stop interrupts what runs and empties the queue', async () => {
    const { runAll, until, post, cell, text } = await notebooks.open(
      'print("begun")\nwhile True: pass',
      'print(2)',
      'print(3)',
    );
    await runAll();
    await expect.poll(() => text(0), { timeout: 15_000 }).toBe('begun\n');
    expect([cell(1), cell(2)]).toMatchObject([
      { status: 'queued', queuePlace: 1 },
      { status: 'queued', queuePlace: 2 },
    ]);
    expect((await post({ type: 'Stop_All' })).blocks).toBe(3);
    await until(0, { status: 'idle', outcome: 'stopped' });
    await until(1, { status: 'idle', queuePlace: null });
    await until(2, { status: 'idle' });
    expect(text(0)).toContain('begun');
  });

  test('[KRN-038] a block that runs is not queued again; one that waits can be taken back', async () => {
    const { post, until, cell, blockIds, text } = await notebooks.open(
      'print("begun"); import time; time.sleep(30)',
      'print(2)',
    );
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
    const { runAll, until, post, cell } = await notebooks.open('1', '1/0');
    await runAll();
    await until(1, { status: 'completed' });
    await post({ type: 'Clear_All' });
    for (const i of [0, 1]) await until(i, { status: 'idle', outputs: [], msTaken: null, outcome: null });
    expect(cell(0).code).toBe('1');
  });

  test('code that kills its process: the notebook says so, and the next run has a new kernel', async () => {
    const { runAll, until, post, text, blockIds } = await notebooks.open('x = 1', 'import os; os._exit(1)', 'print(x)');
    await runAll();
    await until(1, { status: 'idle', outcome: 'error' });
    expect(text(1)).toMatch(/The kernel died.*Its variables are lost/s);
    await until(2, { status: 'idle' });
    await post({ type: 'Enqueue_Code', blockId: blockIds[2]!, code: 'print("alive", "x" in globals())' });
    await until(2, { status: 'completed', outcome: 'ok' });
    expect(text(2)).toBe('alive False\n');
  });

  test('[KRN-029] [KRN-042] a restart of the kernel stops what runs, and every variable is lost', async () => {
    const { id, cellOfBlock, post } = await notebooks.openTemplate([
      { id: 'a', type: 'code', props: { code: 'x = 1' } },
      { id: 'b', type: 'code', props: { code: 'import time; time.sleep(1000)' } },
    ]);
    await post({
      type: 'Enqueue_Blocks',
      blocks: [
        { blockId: 'a', code: 'x = 1' },
        { blockId: 'b', code: 'import time; time.sleep(1000)' },
      ],
    });
    await expect.poll(() => cellOfBlock('b').status, { timeout: 20_000 }).toBe('running');
    const told: Record<string, unknown>[] = [];
    const socket = owner.socket(`/parties/project/${projectId}`);
    socket.on('message', (data: Buffer) => told.push(JSON.parse(data.toString()) as Record<string, unknown>));
    await new Promise((resolve) => {
      socket.once('message', resolve);
    });
    expect(await post({ type: 'Restart_Kernel' })).toEqual({ status: 'ok', blocks: 1 });
    // The others must know that their variables are gone too.
    await expect
      .poll(() => told.find(({ type }) => type === 'Kernel_Restarted'))
      .toMatchObject({ notebookId: id, userId: owner.id, username: owner.username });
    socket.close();
    expect(cellOfBlock('b')).toMatchObject({ status: 'idle', outcome: 'stopped' });
    await post({ type: 'Enqueue_Code', blockId: 'a', code: 'x' });
    await expect
      .poll(() => cellOfBlock('a'), { timeout: 20_000 })
      .toMatchObject({ status: 'completed', outcome: 'error', outputs: [{ kind: 'traceback', name: 'NameError' }] });
  });

  test('a run and the edit that adds its block may come in any order', async () => {
    const { id, post } = await notebooks.open('1');
    const { document, release } = await server.platform.documents.open(id);
    const { ensureCell, newId } = await import('@groma/model');
    const looked = vi.spyOn(notebookFragment(document.doc), 'toArray');
    const pending = post({ type: 'Enqueue_Code', blockId: 'late', code: 'print("late")' });
    // The run has looked for its block in vain, and waits for it.
    await expect.poll(() => looked.mock.calls.length, { timeout: 15_000 }).toBeGreaterThan(0);
    looked.mockRestore();
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
    await expect
      .poll(() => readCell(cellOf(document.doc, codeId)!), { timeout: 15_000 })
      .toMatchObject({ status: 'completed', outputs: [{ kind: 'text', text: 'late\n' }] });
    release();
    await expect(post({ type: 'Enqueue_Code', blockId: 'never there', code: '1' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('[KRN-058] what a thread prints later stands in the block that started it, and no more once that was run again', async () => {
    const { runAll, until, post, text, blockIds } = await notebooks.open(
      'import threading\ngo = threading.Event()\nthreading.Thread(target=lambda: (go.wait(), print("late"))).start()\nprint("first")',
      'print("second")',
    );
    await runAll();
    await until(1, { status: 'completed' });
    await post({ type: 'Enqueue_Code', blockId: blockIds[1]!, code: 'go.set()' });
    await expect.poll(() => text(0), { timeout: 15_000 }).toBe('first\nlate\n');
    await until(1, { status: 'completed', outputs: [] });
    await post({
      type: 'Enqueue_Code',
      blockId: blockIds[0]!,
      code: 'stop = threading.Event()\nthreading.Thread(target=lambda: (stop.wait(), print("old"))).start()',
    });
    await until(0, { status: 'completed', outputs: [] });
    await post({
      type: 'Enqueue_Code',
      blockId: blockIds[0]!,
      code: 'stop.set(); import time; time.sleep(0.3); print("new")',
    });
    await until(0, { status: 'completed', outputs: [{ kind: 'text', text: 'new\n' }] });
  });

  test('[NBK-122] a later block shows anew what an earlier one has shown', async () => {
    const { runAll, until, cell } = await notebooks.open(
      'shown = display("first", display_id=True)',
      'shown.update("second")',
    );
    await runAll();
    await until(1, { status: 'completed', outputs: [] });
    await until(0, { outputs: [{ kind: 'text/plain', text: "'second'" }] as CodeCell['outputs'] });
    expect(cell(0).outputs).toHaveLength(1);
  });
});
