import { afterAll, beforeAll, expect, test } from 'vitest';
import { cellOf, readBlocks, readCell } from '@groma/model';
import { machine, notebook, project } from '@groma/protocol';
import { skipReason, testPythonEnvironment } from '../../../../test/test-kernel.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ pythonEnvironment: testPythonEnvironment });
});
afterAll(() => server.close());

test('[ACC-118] code of a person whose role was taken back is stopped within a second, and that of others goes on', async (context) => {
  if (skipReason) context.skip(skipReason);
  const [ann, ben] = [await server.signUp(), await server.signUp()];
  const projectId = await ann.makeProject();
  await server.share(ann, projectId, ben, 'PROJECT_EDITOR');
  await ann.client.call(machine.startMachine, { params: { projectId }, body: {} });
  const code = 'import time\nprint("on")\ntime.sleep(600)';
  const begin = async (person: typeof ann) => {
    const {
      data: { id },
    } = await ann.client.call(notebook.createNotebook, {
      params: { projectId },
      body: { name: 'n', initialTemplate: [{ type: 'code', props: { code } }] },
    });
    const live = ann.live('main', id);
    await live.whenSynced();
    const block = readBlocks(live.doc)[0]!;
    await person.client.call(notebook.postToNotebook, {
      params: { notebookId: id },
      body: { type: 'Enqueue_Code', blockId: block.id, code },
    });
    const status = () => readCell(cellOf(live.doc, block.codeId!)!);
    await expect.poll(() => status().outputs.length, { timeout: 40_000 }).toBeGreaterThan(0);
    return { live, status };
  };
  const [his, hers] = [await begin(ben), await begin(ann)];
  const began = performance.now();
  await ann.client.call(project.unshareProject, { params: { projectId, userId: ben.id } });
  await expect.poll(() => his.status().status, { interval: 10, timeout: 5_000 }).not.toBe('running');
  expect(performance.now() - began).toBeLessThan(1_000);
  expect(hers.status().status).toBe('running');
  for (const { live } of [his, hers]) live.close();
});
