import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isId } from '@groma/model';
import { hub, operation, project, template } from '@groma/protocol';
import { KillableServer } from './killable-server.ts';
import { signUp } from './test-server.ts';

const fileCount = 60;

test('[PUB-053] a publishing that is killed goes on and ends whole, and so does the making of a workspace of it', async () => {
  const server = await KillableServer.start();
  onTestFinished(() => server.remove());
  const owner = await signUp(server.origin);
  const projectId = await owner.makeProject();
  for (let file = 0; file < fileCount; file++)
    await owner.upload(projectId, `/data/${file}.bin`, randomBytes(1_000_000));
  const begun = await owner.client.call(template.workspaceTemplates.create, {
    params: { projectId },
    body: { title: 'Killed', access: 'public', version: '1.0.0', categories: ['Other'] },
  });
  const publishing = async () =>
    (await owner.client.call(operation.readOperation, { params: { operationId: begun.operation_id! } })).data;
  const load = async () => (await owner.client.call(template.workspaceTemplates.load, { params: { projectId } })).data;
  await expect.poll(async () => (await publishing()).progress, { timeout: 60_000, interval: 20 }).toBeGreaterThan(0);
  await server.kill();
  await server.start();
  await expect.poll(async () => (await publishing()).status, { timeout: 60_000 }).toBe('Completed');
  expect((await load())!.version).toBe('1.0.0');

  const { data: using } = await owner.client.call(hub.useTemplate, {
    params: { templateId: begun.data.id },
    body: { name: 'Made of it' },
  });
  const used = async () => (await owner.client.call(hub.readUse, { params: { operationId: using.operation_id } })).data;
  await expect.poll(async () => (await used()).progress, { timeout: 60_000, interval: 20 }).toBeGreaterThan(0);
  await server.kill();
  await server.start();
  await expect.poll(async () => (await used()).status, { timeout: 60_000 }).toBe('completed');
  const { data: made } = await owner.client.call(project.readProject, { params: { id: using.project_id } });
  expect(made.name).toBe('Made of it');

  const folders = (await readdir(join(server.folder, 'files'))).filter(isId);
  // The project, its version and the workspace made of it; nothing of the attempts that were killed.
  expect(folders).toHaveLength(3);
  for (const folder of folders) {
    const names = (await readdir(join(server.folder, 'files', folder, 'data'))).filter((name) => name.endsWith('.bin'));
    expect([folder, names.length]).toEqual([folder, fileCount]);
  }
  expect(await readdir(join(server.folder, 'deleting')).catch(() => [])).toEqual([]);
});
