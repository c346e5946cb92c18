import { beforeAll, describe, expect, test } from 'vitest';
import { randomUUID } from 'node:crypto';
import { layerReference, newGeneralNode, newWorkflowEdge, readBlocks, workflowParameter } from '@groma/model';
import {
  machine,
  notebook,
  operation,
  projectTool,
  tool,
  workflow,
  type BodyOf,
  type ToolOutcome,
} from '@groma/protocol';
import { kernelGroup, skipReason } from '../../../test/test-kernel.ts';
import { TestMap } from '../../../test/test-map.ts';
import { TestNotebooks } from '../../../test/test-notebooks.ts';

let notebooks: TestNotebooks;
TestNotebooks.ofFile((started) => {
  notebooks = started;
});

const inputs = [
  { type: 'slider', props: { value: 3, label: 'How many', varName: 'count', min: 1, max: 5, step: 1 } },
  { type: 'textInput', props: { label: 'Word', varName: 'word', text: 'a' } },
  { type: 'dateSelector', props: { label: 'Day', varName: 'day', date: '02-03-2024' } },
  {
    type: 'selector',
    props: { label: 'Side', varName: 'side', options: '["left","right"]', selected: '["left"]', allowMultiple: false },
  },
];
const making = [
  'import groma, geopandas, pandas, shapely',
  'frame = geopandas.GeoDataFrame({"n": list(range(count)), "word": word, "day": day, "side": side},',
  '  geometry=[shapely.Point(x, 1) for x in range(count)], crs=4326)',
  'print("made", len(frame))',
].join('\n');
const publishing = 'groma.publish(frame, name="Points")';

type Body = BodyOf<typeof tool.runTool>;

describe.skipIf(skipReason)(kernelGroup('notebooks as tools'), { timeout: 90_000 }, () => {
  let own: TestMap;
  beforeAll(async () => {
    await notebooks.startMachine();
    own = await TestMap.make(notebooks.owner, notebooks.projectId);
  });

  /** A notebook with code blocks after the input blocks, offered as a tool; its id. */
  async function offered(codes: string[], title = 'Make points', blocks: readonly unknown[] = inputs): Promise<string> {
    const { owner, projectId } = notebooks;
    const { id } = (
      await owner.client.call(notebook.createNotebook, {
        params: { projectId },
        body: {
          name: 'Tool',
          initialTemplate: [...blocks, ...codes.map((code) => ({ type: 'code', props: { code } }))],
        },
      })
    ).data;
    await owner.client.call(projectTool.offerNotebook, {
      params: { notebookId: id },
      body: { title, description: 'Makes some.', heading: '' },
    });
    return id;
  }
  async function run(notebookId: string, body: Partial<Body> = {}): Promise<ToolOutcome> {
    const { data } = await notebooks.owner.client.call(tool.runTool, {
      params: { toolId: `notebook:${notebookId}`, projectId: notebooks.projectId },
      body: { parameters: {}, output: { kind: 'layer', map_id: own.mapId }, ...body },
    });
    return data;
  }
  const listed = async () =>
    (await notebooks.owner.client.call(projectTool.listProjectTools, { params: { projectId: notebooks.projectId } }))
      .data;

  test('[TOL-001, TOL-002] a notebook is a tool once it is offered, with its input blocks as typed parameters', async () => {
    const id = await offered([making, publishing]);
    const found = (await listed()).find(({ notebook_id: of }) => of === id)!;
    expect(found).toMatchObject({ id: `notebook:${id}`, title: 'Make points', heading: '', query: null });
    expect(found.fields).toEqual([
      { name: 'count', label: 'How many', type: 'number', default: 3, minimum: 1, maximum: 5, step: 1 },
      { name: 'word', label: 'Word', type: 'string', default: 'a' },
      { name: 'day', label: 'Day', type: 'date', default: '02-03-2024' },
      { name: 'side', label: 'Side', type: 'select', default: 'left', options: ['left', 'right'] },
    ]);
    expect(found.parameters).toMatchObject({
      properties: { count: { type: 'number', minimum: 1, maximum: 5, default: 3, description: 'How many' } },
    });
    await notebooks.owner.client.call(projectTool.withdrawNotebook, { params: { notebookId: id } });
    expect((await listed()).some(({ notebook_id: of }) => of === id)).toBe(false);
    await expect(run(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('[TOL-003, TOL-005, TOL-007] it runs with the values given, and what it publishes is a new layer that says where it is from', async () => {
    const id = await offered([making, publishing]);
    const before = await notebooks.watch(notebooks.owner, id);
    const blocks = JSON.stringify(readBlocks(before.doc));
    const outcome = await run(id, { parameters: { count: 2, word: 'x "y"', side: 'right' } });
    expect(outcome).toMatchObject({ count: 2, printed: 'made 2\n', layer: { text: 'Points' } });
    const features = [...(await own.features(outcome.layer!.id)).values()];
    expect(features.map(({ properties }) => properties)).toEqual([
      { n: 0, word: 'x "y"', day: '02-03-2024', side: 'right' },
      { n: 1, word: 'x "y"', day: '02-03-2024', side: 'right' },
    ]);
    const origins = await own.origins();
    expect(origins.find(({ thing }) => thing.endsWith(outcome.layer!.id))).toMatchObject({
      kind: 'tool',
      doer: `notebook:${id}`,
      title: 'Make points',
      is_tool_changed: false,
      parameters: { count: 2, word: 'x "y"', day: '02-03-2024', side: 'right' },
    });
    // The document is as it was, and no kernel of the notebook is left.
    expect(JSON.stringify(readBlocks(before.doc))).toBe(blocks);
    const { data: report } = await notebooks.owner.client.call(machine.readMachine, {
      params: { projectId: notebooks.projectId },
    });
    expect(report.activeKernels).not.toContain(id);
  });

  test('[TOL-004] what is wrong with a parameter is said before anything runs, naming it', async () => {
    const id = await offered([making, publishing]);
    for (const [parameters, word] of [
      [{ count: 9 }, 'count'],
      [{ day: '31-02-2024' }, 'day'],
      [{ side: 'up' }, 'side'],
      [{ other: 1 }, 'other'],
    ] as const)
      await expect(run(id, { parameters })).rejects.toMatchObject({
        code: 'BAD_INPUT',
        details: { detail: expect.stringContaining(word) as string },
      });
    await expect(run(id, { output: { kind: 'replace' } })).rejects.toMatchObject({ code: 'TOOL_NOT_SO' });
  });

  test('[TOL-006] a block that fails ends the run with its number and the text of the error', async () => {
    const id = await offered([making, 'x = 1\nx / 0', publishing]);
    await expect(run(id)).rejects.toMatchObject({
      code: 'TOOL_CELL_FAILED',
      details: { number: 2, text: 'ZeroDivisionError: division by zero' },
    });
    const silent = await offered(['1 + 1'], 'Silent');
    await expect(run(silent)).rejects.toMatchObject({ code: 'TOOL_PUBLISHES_NOTHING', details: { name: 'Silent' } });
  });

  test('[TOL-008] several results: layers together, a table, a figure and a file of the project', async () => {
    const id = await offered([
      making,
      [
        publishing,
        'groma.publish(pandas.DataFrame({"a": [1, 2], "b": ["x", None]}), name="Numbers")',
        'import matplotlib; matplotlib.use("agg")',
        'import matplotlib.pyplot as plot',
        'figure, axes = plot.subplots(); axes.plot([1, 2])',
        'groma.publish(figure, name="Curve")',
        'open("/data/there.txt", "w").write("there")',
        'groma.publish("/data/there.txt", name="There")',
        'open("/tmp/away.txt", "w").write("away")',
        'groma.publish("/tmp/away.txt")',
      ].join('\n'),
    ]);
    const outcome = await run(id, { output: { kind: 'layer', map_id: own.mapId, name: 'Mine' } });
    expect(outcome.layer!.text).toBe('Mine');
    expect(outcome.outputs!.map(({ name, kind, path }) => [name, kind, path])).toEqual([
      ['Points', 'layer', undefined],
      ['Numbers', 'layer', undefined],
      ['Curve', 'file', '/data/Curve.png'],
      ['away', 'file', '/data/away.txt'],
      ['There', 'file', '/data/there.txt'],
    ]);
    const state = await own.state();
    const rows = state.layers.toSorted((one, other) => one.order - other.order).slice(0, 2);
    expect(rows.map(({ text }) => text)).toEqual(['Mine', 'Numbers']);
    const numbers = [...(await own.features(rows[1]!.id)).values()];
    expect(numbers.map(({ geometry, properties }) => [geometry, properties])).toEqual([
      [null, { a: 1, b: 'x' }],
      [null, { a: 2, b: null }],
    ]);
    const { data: tables } = {
      data: await run(id, { output: { kind: 'file', path: '/data/out.csv', replace: false } }),
    };
    expect(tables.outputs!.map(({ path }) => path)).toEqual([
      '/data/out.csv',
      '/data/Curve 2.png',
      '/data/away 2.txt',
      '/data/out Numbers.csv',
      '/data/there.txt',
    ]);
  });

  test('[TOL-007, TOL-013] a layer given as a parameter is an input of the result, which is marked when it changes', async () => {
    const drawn = await own.draw('drawn', [{ n: 1 }, { n: 2 }]);
    const id = await offered(['import groma\ngroma.publish(groma.layers[word].frame(), name="Copied")']);
    const reference = layerReference({ mapId: own.mapId, layerId: drawn });
    const { layer, count } = await run(id, { parameters: { word: reference } });
    expect(count).toBe(2);
    const input = async () => (await own.origins()).find(({ thing }) => thing.endsWith(layer!.id))!.inputs[0]!;
    const before = await input();
    expect(before).toMatchObject({ input: 'word', reference, name: 'drawn', current: before.version });
    await own.post({ type: 'Update_Vector_Layer_Data', vector_update: { [drawn]: [{ type: 'Delete', fids: [1] }] } });
    expect((await input()).current).toBeGreaterThan(before.version!);
    await own.again(layer!.id);
    expect([...(await own.features(layer!.id)).values()].map(({ properties }) => properties['n'])).toEqual([2]);
  });

  test('[TOL-019, NBK-142] data is a parameter: it must be there, may be renamed, and is an input of the result', async () => {
    const drawn = await own.draw('chosen', [{ n: 1 }, { n: 2 }]);
    const reference = layerReference({ mapId: own.mapId, layerId: drawn });
    const block = {
      type: 'dataInput',
      props: { label: 'Ways', varName: 'ways', data: reference, name: 'layer:A map/chosen' },
    };
    const id = await offered(['import groma\ngroma.publish(groma.read(ways), name="Read")'], 'Read data', [block]);
    const found = (await listed()).find(({ notebook_id: of }) => of === id)!;
    expect(found.fields).toEqual([{ name: 'ways', label: 'Ways', type: 'data', default: reference }]);
    expect(found.parameters).toMatchObject({ properties: { ways: { format: 'data', default: reference } } });
    for (const [ways, code] of [
      ['World/roads', 'BAD_INPUT'],
      [layerReference({ mapId: own.mapId, layerId: randomUUID() }), 'LAYER_NOT_FOUND'],
      ['file:/data/none.csv', 'FILE_NOT_FOUND'],
      ['table:none/main/none', 'TABLE_NOT_FOUND'],
    ] as const)
      await expect(run(id, { parameters: { ways } })).rejects.toMatchObject({ code });
    const row = (await own.state()).layers.find(({ id: each }) => each === drawn)!;
    await own.post({
      type: 'Update_Layer_Info',
      hierarchy_info: { [drawn]: { ...row, text: 'renamed' } },
    });
    const { layer, count } = await run(id);
    expect(count).toBe(2);
    const origin = (await own.origins()).find(({ thing }) => thing.endsWith(layer!.id))!;
    expect(origin.inputs).toMatchObject([{ input: 'ways', reference, name: 'renamed' }]);
    expect(origin.inputs[0]!.current).toBe(origin.inputs[0]!.version);
  });

  test('[TOL-009] a layer is made again with the notebook as it is then, in one change', async () => {
    const id = await offered([making, publishing]);
    const { layer } = await run(id, { parameters: { count: 2 } });
    const live = await notebooks.watch(notebooks.owner, id);
    const slider = readBlocks(live.doc).find(({ type }) => type === 'slider')!;
    expect(slider.props['value']).toBe(3);
    const again = await own.again(layer!.id);
    expect(again.data.edits.length).toBeGreaterThan(0);
    expect((await own.features(layer!.id)).size).toBe(2);
  });

  test('[TOL-010] a canceled run ends within a second, and leaves nothing', async () => {
    const id = await offered(['import time\nwhile True:\n  try: time.sleep(60)\n  except KeyboardInterrupt: pass']);
    const operationId = randomUUID();
    const failed = run(id, { operation_id: operationId }).catch((error: unknown) => error);
    const status = async () =>
      (await notebooks.owner.client.call(operation.readOperation, { params: { operationId } })).data.status;
    await expect.poll(() => status().catch(() => null), { timeout: 20_000 }).toBe('In Progress');
    await new Promise((done) => setTimeout(done, 4_000));
    const at = performance.now();
    await notebooks.owner.client.call(operation.cancelOperation, { params: { operationId } });
    expect(await failed).toMatchObject({ code: 'CANCELED' });
    expect(performance.now() - at).toBeLessThan(1_000);
    expect(await status()).toBe('Canceled');
  });

  test('[TOL-011] who may only look cannot run it, and one of another project is as if it were not there', async () => {
    const id = await offered([making, publishing]);
    const viewer = await notebooks.server.signUp();
    await notebooks.server.share(notebooks.owner, notebooks.projectId, viewer, 'PROJECT_VIEWER');
    const asked = (projectId: string) => ({
      params: { toolId: `notebook:${id}`, projectId },
      body: { parameters: {}, output: { kind: 'layer' as const, map_id: own.mapId } },
    });
    await expect(viewer.client.call(tool.runTool, asked(notebooks.projectId))).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(
      viewer.client.call(projectTool.offerNotebook, { params: { notebookId: id }, body: { title: 'x' } as never }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const other = await notebooks.owner.makeProject();
    await expect(notebooks.owner.client.call(tool.runTool, asked(other))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const stranger = await notebooks.server.signUp();
    await expect(
      stranger.client.call(projectTool.listProjectTools, { params: { projectId: notebooks.projectId } }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('[TOL-012] in an open notebook nothing is published, and it says what would be', async () => {
    const { runAll, until, text } = await notebooks.open(
      'import groma, pandas\ngroma.publish(pandas.DataFrame({"a": [1]}), name="Table")',
    );
    await runAll();
    await until(0, { status: 'completed', outcome: 'ok' });
    expect(text(0)).toContain('“Table” would publish a table of 1 rows. Nothing is kept here');
  });

  test('[TOL-013] code calls it by a name made of its title, with its parameters and help', async () => {
    await offered([making, publishing], 'Pünkte machen!');
    const { runAll, until, text } = await notebooks.open(
      [
        'import groma',
        'print("Makes some." in groma.tools.punkte_machen.__doc__, "How many" in groma.tools.punkte_machen.__doc__)',
        'layer = groma.tools.punkte_machen(count=4, map="A map", name="Four")',
        'print(layer, len(layer.frame()))',
      ].join('\n'),
      // In a block of its own: each run starts a kernel, which takes its time.
      'print(len(groma.tools["Pünkte machen!"](count=1, keep=False)))',
    );
    await runAll();
    await until(0, { status: 'completed' });
    expect(text(0)).toBe("True True\nLayer('A map/Four') 4\n");
    await until(1, { status: 'completed' });
    expect(text(1)).toBe('1\n');
  });

  test('[TOL-023] code calls a workflow that is offered, with layers by their names', async () => {
    await own.draw('spots', [{ n: 1 }, { n: 2 }]);
    const at = { x: 0, y: 0 };
    const far = { radius: { $parameter: 'far' } };
    const { data: made } = await notebooks.owner.client.call(workflow.createWorkflow, {
      params: { projectId: own.projectId },
      body: {
        name: 'Margins',
        nodes: [
          newGeneralNode('data', 'around', at, { label: 'Around', input: 'around' }),
          newGeneralNode('tool', 'margin', at, { label: 'Margin', tool: 'buffer', parameters: far }),
          newGeneralNode('save', 'given', at, { label: 'Given', to: 'result' }),
        ],
        edges: [newWorkflowEdge('around', 'margin', 1), newWorkflowEdge('margin', 'given', 2)],
        parameters: [workflowParameter.parse({ name: 'far', type: 'number', required: true })],
      },
    });
    await notebooks.owner.client.call(projectTool.offerWorkflow, {
      params: { projectId: own.projectId, workflowId: made.id },
      body: { title: 'Make margins', description: '', heading: '' },
    });
    const { runAll, until, text } = await notebooks.open(
      [
        'import groma',
        'layer = groma.tools.make_margins(around="A map/spots", far=2, map="A map", name="Near spots")',
        'print(layer, len(layer.frame()))',
        'try: groma.tools.make_margins(around=groma.layers["spots"], keep=False)',
        'except groma.Error as error: print("far" in str(error))',
        'print(len(groma.tools.make_margins(around=groma.layers["spots"], far=3, keep=False)))',
      ].join('\n'),
    );
    await runAll();
    await until(0, { status: 'completed' });
    expect(text(0)).toBe("Layer('A map/Near spots') 2\nTrue\n2\n");
  });
});
