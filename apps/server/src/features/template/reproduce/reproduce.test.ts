import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId, parseDataPath, type ProjectId } from '@groma/model';
import {
  hub,
  machine,
  operation,
  projectPackage,
  template,
  type PackageChange,
  type TemplatePayload,
} from '@groma/protocol';
import { eq, isNotNull } from '../../../platform/database/drizzle.ts';
import { kernelGroup, skipReason } from '../../../../test/test-kernel.ts';
import { TestPackageIndex } from '../../../../test/package-index.ts';
import { TestMap } from '../../../../test/test-map.ts';
import { TestNotebooks } from '../../../../test/test-notebooks.ts';
import {
  projects,
  templateReproductionPictures,
  templateReproductions,
  templateVersions,
} from '../../../platform/database/tables/index.ts';

let notebooks: TestNotebooks;
TestNotebooks.ofFile((started) => {
  notebooks = started;
});

const fields: TemplatePayload = { title: 'Low flow', access: 'public', version: '1.0.0', categories: ['Marine'] };
const picture = (colour: string) =>
  `from IPython.display import SVG\nSVG('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8" fill="' + ${colour} + '"/></svg>')`;

describe.skipIf(skipReason)(kernelGroup('running a published notebook again'), { timeout: 120_000 }, () => {
  let own: TestMap;
  beforeAll(async () => {
    await notebooks.startMachine();
    own = await TestMap.make(notebooks.owner, notebooks.projectId);
    await own.upload('gauges.csv', 'a,b\n1,2');
  });

  const query = () => notebooks.server.platform.database.query;
  const ended = async (operationId: string) => {
    const readIt = async () =>
      (await notebooks.owner.client.call(operation.readOperation, { params: { operationId } })).data;
    await expect.poll(async () => (await readIt()).status, { timeout: 60_000 }).not.toMatch(/Pending|In Progress/);
    return readIt();
  };
  /** Publishes a notebook of these codes, whose blocks have all run. */
  async function publish(codes: string[]) {
    const { owner, projectId } = notebooks;
    const made = await notebooks.open(...codes);
    await made.runAll();
    await made.until(codes.length - 1, { status: 'completed' });
    const params = { baseId: made.id, projectId };
    const begun = await owner.client.call(template.notebookTemplates.create, { params, body: fields });
    expect(await ended(begun.operation_id!)).toMatchObject({ status: 'Completed' });
    const of = { ...params, templateId: begun.data.id };
    return {
      ...of,
      begin: () => owner.client.call(template.reproduceNotebookTemplate, { params: of, body: {} }),
      async found() {
        const [row] = await query()
          .select({ reproduction: templateReproductions })
          .from(templateVersions)
          .innerJoin(templateReproductions, eq(templateReproductions.versionId, templateVersions.id))
          .where(eq(templateVersions.templateId, of.templateId));
        return row?.reproduction;
      },
    };
  }
  /** Changes a file of a frozen project, as nobody can who is not the server. */
  const write = (projectId: string, path: string, content: string) =>
    notebooks.server.platform.files.write(projectId as ProjectId, parseDataPath(path), Readable.from([content]), {
      replace: true,
    });
  const read = async (projectId: string, path: string) => {
    const opened = await notebooks.server.platform.files.open(projectId as ProjectId, parseDataPath(path));
    return text(opened.read({ start: 0, end: opened.bytes - 1 }));
  };
  const scratch = () => query().select().from(projects).where(isNotNull(projects.scratchFor));

  test('[PUB-112, PUB-113] what comes again as it was is the same, whatever lies where in memory', async () => {
    const made = await publish([
      'import pandas, os\nprint(pandas.read_csv("/data/gauges.csv"))',
      'print(object())\nwith open("/data/made.txt", "w") as file: print(os.getpid(), file=file)',
      picture('"red"'),
      '1/0',
    ]);
    const { data } = await notebooks.owner.client.call(hub.readTemplate, { params: { templateId: made.templateId } });
    const frozen = data.content.project_id;
    const before = await read(frozen, '/data/made.txt');
    const begun = await made.begin();
    expect(await ended(begun.data.operation_id)).toMatchObject({ status: 'Completed', failedMessage: null });
    const found = await made.found();
    expect(found?.comparisons.map(({ number, state, differences }) => [number, state, differences])).toEqual([
      [1, 'same', []],
      [2, 'same', []],
      [3, 'same', []],
      [4, 'same', []],
    ]);
    const again = await notebooks.owner.client.call(hub.readTemplate, { params: { templateId: made.templateId } });
    expect(again.data.versions[0]?.reproduced).toMatchObject({ cells: 4, different: 0 });
    // The copy that it ran in, and its machine, are gone; what is published is as it was.
    await expect.poll(scratch, { timeout: 30_000 }).toEqual([]);
    expect(await read(frozen, '/data/made.txt')).toBe(before);
  });

  test('[KRN-104] it runs with the packages that it was published with', async () => {
    const { owner, projectId } = notebooks;
    const index = await TestPackageIndex.open();
    const wheel = index.wheel({ name: 'early', version: '1.0', code: 'word = "early"' });
    index.close();
    await owner.upload(projectId, '/data/early-1.0-py3-none-any.whl', wheel);
    const change = async (wanted: Partial<PackageChange>) =>
      ended(
        (
          await owner.client.call(projectPackage.changePackages, {
            params: { projectId },
            body: wanted as PackageChange,
          })
        ).data.operation_id,
      );
    expect(await change({ requirements: ['early'] })).toMatchObject({ status: 'Completed' });
    const made = await publish(['import early\nprint(early.word)']);
    expect(await change({ remove: ['early'] })).toMatchObject({ status: 'Completed' });
    expect(await ended((await made.begin()).data.operation_id)).toMatchObject({ status: 'Completed' });
    expect((await made.found())?.comparisons.map(({ state }) => state)).toEqual(['same']);
  });

  test('[PUB-112, PUB-113] what differs is told by block: lines, pictures, errors', async () => {
    const made = await publish([
      'import time\nnow = time.time_ns()\nprint("first")\nprint(now)\nprint("last")',
      picture('"#" + str(now % 1000000).zfill(6)'),
      'if now % 2 >= 0 and open("/data/gauges.csv").read() == "": raise ValueError("empty")\nprint("read")',
      'from IPython.display import JSON\nJSON({"a": 1, "b": [now % 2 < 5]})',
    ]);
    // What is frozen is changed, as nobody can, so that a block fails which did not.
    const { data } = await notebooks.owner.client.call(hub.readTemplate, { params: { templateId: made.templateId } });
    await write(data.content.project_id, '/data/gauges.csv', '');
    expect(await ended((await made.begin()).data.operation_id)).toMatchObject({ status: 'Completed' });
    const found = await made.found();
    expect(found).toMatchObject({ cells: 4, different: 3 });
    const [printed, drawn, failed, same] = found!.comparisons;
    expect(printed).toMatchObject({ state: 'different', differences: [{ kind: 'text', index: 0, isCut: false }] });
    expect((printed!.differences[0] as { lines: { in: string }[] }).lines.map((line) => line.in)).toEqual([
      'both',
      'published',
      'new',
      'both',
    ]);
    expect(drawn).toMatchObject({
      state: 'different',
      differences: [{ kind: 'picture', index: 0, picture: 0, share: 1 }],
    });
    expect(failed).toMatchObject({ state: 'failed' });
    expect(JSON.stringify(failed!.differences)).toContain('ValueError: empty');
    expect(same).toMatchObject({ state: 'same' });
    const pictures = await query().select().from(templateReproductionPictures);
    expect(pictures).toMatchObject([{ codeId: drawn!.codeId, index: 0, type: 'image/png' }]);
  });

  test('[PUB-113] [KRN-087] a block that asks for a line fails, the rest goes on; an error that comes again is none, and NUL is kept', async () => {
    const made = await publish([
      'import os\nprint(input("?") if os.path.exists("/data/on") else "no")',
      'print("on it goes")',
      'import time\nprint(time.time_ns())\nprint("\\0" if os.path.exists("/data/on") else "")\n1/0',
    ]);
    const { data } = await notebooks.owner.client.call(hub.readTemplate, { params: { templateId: made.templateId } });
    await write(data.content.project_id, '/data/on', 'x');
    expect(await ended((await made.begin()).data.operation_id)).toMatchObject({ status: 'Completed' });
    expect((await made.found())?.comparisons.map(({ state }) => state)).toEqual(['failed', 'same', 'different']);
  });

  test('[PUB-114] while it runs only its starter has a role in the copy; canceled, nothing of it is left', async () => {
    const made = await publish(['import os\nif os.path.exists("/data/on"):\n  while True: pass']);
    const { data } = await notebooks.owner.client.call(hub.readTemplate, { params: { templateId: made.templateId } });
    await write(data.content.project_id, '/data/on', 'x');
    const begun = await made.begin();
    // A second one is the first.
    expect((await made.begin()).data).toEqual(begun.data);
    await expect.poll(async () => (await scratch()).length, { timeout: 30_000 }).toBe(1);
    const [copy] = await scratch();
    const { access } = notebooks.server.platform;
    const member = await notebooks.server.signUp();
    await notebooks.server.share(notebooks.owner, notebooks.projectId, member, 'PROJECT_EDITOR');
    const visitor = { hasUnlocked: () => true };
    expect(await access.projectAccess(member.id as never, copy!.id, visitor)).toBeUndefined();
    expect(await access.projectAccess('' as never, copy!.id, visitor)).toBeUndefined();
    expect(await access.projectAccess(notebooks.owner.id as never, copy!.id)).toMatchObject({ role: 'PROJECT_EDITOR' });
    const progress = async () =>
      (await notebooks.owner.client.call(operation.readOperation, { params: { operationId: begun.data.operation_id } }))
        .data.progress;
    await expect.poll(progress, { timeout: 30_000 }).toBe(20);
    await notebooks.owner.client.call(operation.cancelOperation, { params: { operationId: begun.data.operation_id } });
    expect(await ended(begun.data.operation_id)).toMatchObject({ status: 'Canceled' });
    await expect.poll(scratch, { timeout: 30_000 }).toEqual([]);
    expect(await made.found()).toBeUndefined();
    const report = await notebooks.owner.client.call(machine.readMachine, { params: { projectId: own.projectId } });
    expect(report.data.status).toBe('Accessible');
  });

  test('[PUB-114] unpublished while it runs, it fails; that copy goes, and one that was left behind', async () => {
    const made = await publish(['import os\nif os.path.exists("/data/on"):\n  while True: pass']);
    const params = { templateId: made.templateId };
    const { data } = await notebooks.owner.client.call(hub.readTemplate, { params });
    await write(data.content.project_id, '/data/on', 'x');
    const begun = await made.begin();
    await expect.poll(async () => (await scratch()).length, { timeout: 30_000 }).toBe(1);
    const [copy] = await scratch();
    await query()
      .insert(projects)
      .values({ ...copy!, id: newId() });
    const of = { baseId: made.baseId, projectId: made.projectId, templateId: made.templateId };
    await notebooks.owner.client.call(template.notebookTemplates.remove, { params: of });
    expect(await ended(begun.data.operation_id)).toMatchObject({ status: 'Failed' });
    await expect.poll(scratch, { timeout: 30_000 }).toEqual([]);
  });
});
