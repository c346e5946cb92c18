import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isId } from '@groma/model';
import { notebook, operation, template } from '@groma/protocol';
import { KillableServer } from './killable-server.ts';
import { kernelGroup, skipReason } from './test-kernel.ts';
import { signUp } from './test-server.ts';

describe.skipIf(skipReason)(kernelGroup('a kill while a published notebook runs again'), { timeout: 120_000 }, () => {
  test('[PUB-114] it begins anew, ends with its result, and leaves no copy', async () => {
    const server = await KillableServer.start();
    onTestFinished(() => server.remove());
    const owner = await signUp(server.origin);
    const projectId = await owner.makeProject();
    const code = 'import time\nprint("slept")\ntime.sleep(3)';
    const { data: made } = await owner.client.call(notebook.createNotebook, {
      params: { projectId },
      body: {
        name: 'Study',
        initialTemplate: [{ type: 'code', props: { code, output: [{ kind: 'text', text: 'slept\n' }] } }],
      },
    });
    const params = { baseId: made.id, projectId };
    const published = await owner.client.call(template.notebookTemplates.create, {
      params,
      body: { title: 'Killed', access: 'public', version: '1.0.0', categories: ['Other'] },
    });
    const read = async (operationId: string) =>
      (await owner.client.call(operation.readOperation, { params: { operationId } })).data;
    await expect.poll(async () => (await read(published.operation_id!)).status, { timeout: 60_000 }).toBe('Completed');
    const of = { ...params, templateId: published.data.id };
    const begun = await owner.client.call(template.reproduceNotebookTemplate, { params: of, body: {} });
    const reproducing = () => read(begun.data.operation_id);
    // The copy is made, and its block runs or is about to.
    await expect.poll(async () => (await reproducing()).progress, { timeout: 60_000, interval: 20 }).toBe(20);
    await server.kill();
    await server.start();
    await expect.poll(async () => (await reproducing()).status, { timeout: 60_000 }).toBe('Completed');
    const { data: now } = await owner.client.call(template.notebookTemplates.load, { params });
    expect(now!.versions[0]!.reproduced).toMatchObject({ cells: 1, different: 0 });
    // The project and its version; of both copies nothing.
    const folders = async () => (await readdir(join(server.folder, 'files'))).filter(isId).length;
    await expect.poll(folders, { timeout: 30_000 }).toBe(2);
    await expect.poll(() => readdir(join(server.folder, 'deleting')).catch(() => []), { timeout: 30_000 }).toEqual([]);
  });
});
