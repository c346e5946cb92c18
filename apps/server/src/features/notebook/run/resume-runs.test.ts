import { afterAll, beforeAll, expect, test } from 'vitest';
import { notebookCells, setCell, type ProjectId } from '@groma/model';
import { notebook } from '@groma/protocol';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';
import type { LastingKernelSession } from '../../../platform/kernel/kernel-session.ts';
import { createMachineFeature } from '../../machine/index.ts';
import { OutputStore } from '../output/output-store.ts';
import { NotebookInputs } from './notebook-inputs.ts';
import { NotebookRuns } from './notebook-runs.ts';
import { RunMarks } from './run-marks.ts';

let server: TestServer;
let ann: Person;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp();
});
afterAll(() => server.close());

test('[KRN-050] a notebook whose runs cannot be gone on with is let go, keeps its mark, and keeps no other from being mended', async () => {
  const { database, documents } = server.platform;
  const projectId = await ann.makeProject();
  const make = async () =>
    (await ann.client.call(notebook.createNotebook, { params: { projectId }, body: { name: 'n' } })).data.id;
  const [broken, whole] = [await make(), await make()];
  const marks = new RunMarks(database);
  for (const id of [broken, whole]) {
    await marks.set(id, []);
    const { document, release } = await documents.open(id);
    document.transact((doc) => {
      for (const cell of notebookCells(doc).values()) setCell(cell, { status: 'running' });
    });
    await document.whenSaved();
    release();
  }
  await database.pool
    .query(`CREATE FUNCTION refuse_update() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
    CREATE TRIGGER refuse_update BEFORE INSERT ON document_updates FOR EACH ROW WHEN (NEW.document_id = '${broken}') EXECUTE FUNCTION refuse_update()`);
  const held: string[] = [];
  const counted = {
    ...documents,
    async open(id: string) {
      const opened = await documents.open(id);
      held.push(id);
      return {
        ...opened,
        release: () => {
          held.splice(held.indexOf(id), 1);
          opened.release();
        },
      };
    },
  };
  const followed: string[] = [];
  const kernelOf = (id: string) =>
    ({
      leftRuns: [`${id} executes`, `${id} has ended`],
      holdsRun: (runId: string) => runId.endsWith('executes'),
      followEnded: (runId: string) => {
        followed.push(runId);
      },
    }) as unknown as LastingKernelSession;
  const machines = {
    ...createMachineFeature(server.platform),
    kernels: () =>
      Promise.resolve(
        [broken, whole].map((notebookId) => ({
          projectId: projectId as ProjectId,
          notebookId,
          kernel: kernelOf(notebookId),
        })),
      ),
  };
  const inputs = new NotebookInputs(documents, machines, server.platform.log);
  const runs = new NotebookRuns({
    queryDatabase: () => Promise.resolve(null),
    marks,
    inputs,
    outputs: new OutputStore(database),
    documents: counted,
    machines,
    log: { info: () => undefined, error: () => undefined },
  });
  await runs.resume();
  expect(held).toEqual([]);
  expect((await marks.all()).map(({ notebookId }) => notebookId)).toEqual([broken]);
  // What executes is left to the next start, as its mark is.
  expect(followed).toEqual([`${broken} has ended`, `${whole} executes`, `${whole} has ended`]);
});
