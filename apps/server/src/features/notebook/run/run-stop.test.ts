import { beforeAll, describe, expect, test } from 'vitest';
import { notebook, project } from '@groma/protocol';
import { findDeno } from '../../../platform/kernel/sandbox.ts';
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

/** Code that hears of each interrupt and goes on all the same. */
const stubborn = [
  'import time',
  'heard, going = 0, True',
  'print("begun", flush=True)',
  'while going:',
  '    try:',
  '        while going: time.sleep(0.05)',
  '    except KeyboardInterrupt:',
  '        heard += 1; print("heard", heard, flush=True); going = heard < 3',
].join('\n');

describe.skipIf(skipReason)(kernelGroup('stopping code that does not heed it'), { timeout: 60_000 }, () => {
  beforeAll(() => notebooks.startMachine());

  test('[NBK-137] what is on its way into the queue is stopped too, and not run for somebody who may run nothing any more', async () => {
    const { id, post, cell, text, blockIds } = await notebooks.open('print(0)');
    // The edit with the second block has not come: the run waits for it.
    const body = {
      type: 'Enqueue_Blocks' as const,
      blocks: [
        { blockId: blockIds[0]!, code: 'print("ran")' },
        { blockId: crypto.randomUUID(), code: '1' },
      ],
    };
    const entering = post(body);
    await expect.poll(async () => (await post({ type: 'Stop_All' })).blocks).toBe(2);
    expect((await entering).blocks).toBe(0);
    const guest = await server.signUp();
    await server.share(owner, projectId, guest, 'PROJECT_EDITOR');
    const posted = guest.client
      .call(notebook.postToNotebook, { params: { notebookId: id }, body })
      .catch(() => ({ blocks: 0 }));
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    await owner.client.call(project.unshareProject, { params: { projectId, userId: guest.id } });
    expect((await posted).blocks).toBe(0);
    expect([cell(0).status, text(0)]).toEqual(['idle', '']);
  });

  test('[KRN-061] a stop is seen by everybody, can be asked for again, and does not end the kernel', async () => {
    const { post, runAll, until, text, blockIds } = await notebooks.open(stubborn);
    await runAll();
    await expect.poll(() => text(0)).toContain('begun');
    const stops = [post({ type: 'Stop_Block', blockId: blockIds[0]! })];
    const { stoppingSince } = await until(0, { status: 'running', stoppingSince: expect.any(Number) as number });
    expect(Math.abs(Date.now() - stoppingSince!)).toBeLessThan(60_000);
    // The polite way and the signal.
    await expect.poll(() => text(0), { timeout: 10_000 }).toContain('heard 2');
    stops.push(post({ type: 'Stop_Block', blockId: blockIds[0]! }));
    await until(0, { status: 'completed', stoppingSince: null });
    await Promise.all(stops);
    await post({ type: 'Enqueue_Code', blockId: blockIds[0]!, code: 'print("kept", heard)' });
    await until(0, { status: 'completed' });
    await expect.poll(() => text(0)).toMatch(/^kept [34]\n$/);
  });

  test('[KRN-061] who may run code ends the kernel, others may not, and the next run has a new one', async () => {
    const { id, post, runAll, until, text, blockIds } = await notebooks.open(
      stubborn.replace('heard < 3', 'True'),
      'print("next")',
    );
    await runAll();
    await expect.poll(() => text(0)).toContain('begun');
    const stopping = post({ type: 'Stop_All' });
    await until(0, { status: 'running', stoppingSince: expect.any(Number) as number });
    const viewer = await server.signUp();
    await server.share(owner, projectId, viewer, 'PROJECT_VIEWER');
    await expect(
      viewer.client.call(notebook.postToNotebook, {
        params: { notebookId: id },
        body: { type: 'End_Kernel', blockId: blockIds[0]! },
      }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
    // Only the block that runs has a kernel to end.
    expect((await post({ type: 'End_Kernel', blockId: blockIds[1]! })).blocks).toBe(0);
    expect((await post({ type: 'End_Kernel', blockId: blockIds[0]! })).blocks).toBe(1);
    await stopping;
    await until(0, { status: 'idle', stoppingSince: null });
    expect(text(0)).toContain('The kernel was shut down. Its variables are lost');
    await post({ type: 'Enqueue_Code', blockId: blockIds[1]!, code: 'print("heard" in globals())' });
    await until(1, { status: 'completed', outcome: 'ok' });
    await expect.poll(() => text(1)).toBe('False\n');
  });

  test.skipIf(!findDeno())('[KRN-034] Create_Kernel takes the names of kernelspecs', async () => {
    const { id } = await notebooks.open('1');
    const create = async (envId: string) =>
      (
        await owner.client.open(notebook.postToProject, {
          params: { projectId },
          body: { type: 'Create_Kernel', notebookId: id, envId },
        })
      ).text();
    expect([await create('deno'), await create('javascript'), await create('python3')]).toEqual([
      'Kernel created',
      'Kernel already exists',
      'Kernel created',
    ]);
    expect(await create('julia-1.10')).toMatch(/fail.*python3.*deno.*ir/);
  });
});
