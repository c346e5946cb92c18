import { beforeAll, describe, expect, test } from 'vitest';
import { cellOf, notebookFragment, readBlocks, readCell } from '@groma/model';
import { database, map, notebook } from '@groma/protocol';
import * as Y from 'yjs';
import { findDeno, missingOfR } from '../../../platform/kernel/sandbox.ts';
import { kernelGroup, skipReason } from '../../../../test/test-kernel.ts';
import { TestNotebooks } from '../../../../test/test-notebooks.ts';
import type { Person } from '../../../../test/test-server.ts';

let notebooks: TestNotebooks;
let owner: Person;
let projectId: string;

TestNotebooks.ofFile((started) => {
  ({ owner, projectId } = notebooks = started);
});

const withoutR = missingOfR();

describe.skipIf(skipReason)(kernelGroup('languages and inputs'), { timeout: 60_000 }, () => {
  beforeAll(() => notebooks.startMachine());

  test('[NBK-105] inputs are variables of the code: before each run, and anew when they change, without a run', async () => {
    const template = [
      { type: 'slider', props: { varName: 'depth', value: 3 } },
      { type: 'selector', props: { varName: 'kinds', allowMultiple: true, selected: '["a","b"]' } },
      { id: 'run', type: 'code', props: { code: 'print(depth, kinds); depth = 99' } },
      { id: 'watch', type: 'code', props: { code: '' } },
    ];
    const { id } = (
      await owner.client.call(notebook.createNotebook, {
        params: { projectId },
        body: { name: 'Inputs', initialTemplate: template },
      })
    ).data;
    const live = await notebooks.watch(owner, id);
    const codeId = readBlocks(live.doc).find((block) => block.id === 'run')!.codeId!;
    const cell = () => readCell(cellOf(live.doc, codeId)!);
    const post = (code: string) =>
      owner.client.call(notebook.postToNotebook, {
        params: { notebookId: id },
        body: { type: 'Enqueue_Code', blockId: 'run', code },
      });
    await post('print(depth, kinds); depth = 99');
    await expect
      .poll(cell, { timeout: 15_000 })
      .toMatchObject({ status: 'completed', outputs: [{ kind: 'text', text: "3 ['a', 'b']\n" }], executionCount: 1 });
    await post('print(depth)');
    await expect
      .poll(cell, { timeout: 15_000 })
      .toMatchObject({ status: 'completed', outputs: [{ kind: 'text', text: '3\n' }], executionCount: 2 });
    await post('import time\nfor _ in range(500):\n    time.sleep(0.02)\nprint("waited")');
    await expect.poll(cell).toMatchObject({ status: 'running' });
    await owner.client.call(notebook.postToNotebook, { params: { notebookId: id }, body: { type: 'Stop_All' } });
    const [slider] = [
      ...notebookFragment(live.doc).createTreeWalker(
        (node) => node instanceof Y.XmlElement && node.nodeName === 'slider',
      ),
    ];
    (slider as Y.XmlElement).setAttribute('value', 7 as unknown as string);
    await live.whenSaved();
    const ask = async () =>
      (
        await owner.client.call(notebook.inspectCode, {
          params: { notebookId: id, projectId },
          body: { code: 'depth', cursor: 3 },
        })
      ).data.text;
    await expect.poll(ask, { timeout: 10_000 }).toMatch(/int[^]*7/);
    expect(cell().executionCount).toBe(3);
  });

  test('[NBK-068] the kernel completes and explains, also while it runs, and says nothing where there is no kernel', async () => {
    const { id, runAll, until, blockIds, post } = await notebooks.open(
      'import pandas\nclass Place:\n    """Somewhere."""\n    latitude = 1',
      'import time; time.sleep(1000)',
    );
    const ask = async (code: string, cursor = code.length) =>
      (
        await owner.client.call(notebook.completeCode, {
          params: { notebookId: id, projectId },
          body: { code, cursor },
        })
      ).data;
    expect(await ask('Place.lat')).toEqual({ start: 9, end: 9, matches: [] });
    await runAll();
    await until(1, { status: 'running' });
    // The first answer of a kernel may come too late to be waited for.
    await expect
      .poll(() => ask('"😀"; Place.lat'), { timeout: 20_000 })
      .toEqual({ start: 12, end: 15, matches: [{ text: 'latitude', type: 'instance' }] });
    const { data } = await owner.client.call(notebook.inspectCode, {
      params: { notebookId: id, projectId },
      body: { code: 'Place', cursor: 2 },
    });
    expect(data.text).toContain('Somewhere.');
    await post({ type: 'Stop_Block', blockId: blockIds[1]! });
  });

  test('[KRN-057] [NBK-065] SQL runs next to the Python it shares names with: files, data frames and inputs in, a data frame out', async () => {
    const template = [
      { type: 'slider', props: { varName: 'least', value: 2 } },
      {
        id: 'py',
        type: 'code',
        props: {
          code: 'import pandas as pd\npd.DataFrame({"a": [1, 2, 3]}).to_csv("/data/numbers.csv", index=False)\nextra = pd.DataFrame({"b": ["x"]})',
        },
      },
      {
        id: 'sql',
        type: 'code',
        props: {
          label: 'Large numbers',
          language: 'sql',
          code: "create table t as select a from 'numbers.csv';\nselect a * 10 as ten, b from t, extra where a >= $least order by a",
        },
      },
      { id: 'use', type: 'code', props: { code: 'print(large_numbers.ten.tolist(), type(large_numbers).__name__)' } },
      { id: 'bad', type: 'code', props: { language: 'sql', code: 'selec 1' } },
    ];
    const { cellOfBlock, runAll } = await notebooks.openTemplate(template);
    await runAll();
    await expect.poll(() => cellOfBlock('bad').status, { timeout: 40_000 }).toBe('completed');
    expect(cellOfBlock('sql').outputs).toEqual([
      { kind: 'text', text: '3 rows\n' },
      expect.objectContaining({ kind: 'text/html', text: expect.stringContaining('30') as string }),
    ]);
    expect(cellOfBlock('use').outputs).toEqual([{ kind: 'text', text: '[20, 30] DataFrame\n' }]);
    expect(cellOfBlock('bad')).toMatchObject({
      outcome: 'error',
      outputs: [
        {
          kind: 'traceback',
          name: 'SqlError',
          text: expect.stringMatching(/^ParserException[^]*LINE 1: selec 1/) as string,
        },
      ],
    });
  });

  test('[KRN-057] an SQL block that names a database is run there, with inputs as parameters; its rows are a data frame, with geometries', async () => {
    await owner.client.call(database.createDatabase, {
      params: { projectId },
      body: { name: 'Low flow', dbType: 'managed-duckdb' },
    });
    const sql =
      "-- database: Low flow\nCREATE TABLE gauges AS SELECT i AS id, (i / 2.0)::DECIMAL(4,2) AS flow, 'POINT (' || i || ' 46)' AS place FROM range(5) AS r(i);\nSELECT * FROM gauges WHERE id >= $least ORDER BY id";
    const { runAll, cellOfBlock } = await notebooks.openTemplate([
      { type: 'slider', props: { varName: 'least', value: 3, min: 0, max: 10 } },
      { id: 'sql', type: 'code', props: { label: 'Gauges', language: 'sql', code: sql } },
      {
        id: 'python',
        type: 'code',
        props: {
          code: 'print(type(gauges).__name__, list(gauges.id), float(gauges.flow.sum()), gauges.geometry.x.max())',
        },
      },
      { id: 'none', type: 'code', props: { language: 'sql', code: '-- database: High flow\nSELECT 1' } },
    ]);
    await runAll();
    await expect
      .poll(() => cellOfBlock('python').outputs, { timeout: 40_000 })
      .toEqual([{ kind: 'text', text: 'GeoDataFrame [3, 4] 3.5 4.0\n' }]);
    expect(cellOfBlock('sql').outputs).toEqual([
      expect.objectContaining({ kind: 'text/html', text: expect.stringContaining('POINT (3') as string }),
    ]);
    await expect
      .poll(() => cellOfBlock('none').outputs)
      .toEqual([{ kind: 'stderr', text: expect.stringContaining('no database called "High flow"') as string }]);
  });

  test('[DBS-097, DBS-100] a block over the project reads the results of others by their names, and writes layers', async () => {
    await owner.client.call(map.createMap, { params: { projectId }, body: { name: 'World' } });
    await owner.client.call(database.createDatabase, {
      params: { projectId },
      body: { name: 'High flow', dbType: 'managed-duckdb' },
    });
    const block = (id: string, label: string, code: string) => ({
      id,
      type: 'code',
      props: { label, language: 'sql', code },
    });
    const { runAll, cellOfBlock } = await notebooks.openTemplate([
      block('one', 'Peak gauges', '-- database: High flow\nSELECT 1 AS id, 2.5::DECIMAL(4,2) AS flow'),
      block(
        'two',
        'Places',
        `-- database: This project\nSELECT ST_Point(id, 46) AS geometry, flow * 2 AS twice, typeof(flow) AS kind FROM results."PEAK_gauges"`,
      ),
      block(
        'three',
        'Made',
        '-- database: This project\nCREATE TABLE layers."World".peaks AS SELECT * FROM results.places',
      ),
      { id: 'python', type: 'code', props: { code: 'print(made.values.tolist(), places.twice[0], places.kind[0])' } },
      block('four', 'No', '-- database: This project\nSELECT * FROM results.never'),
    ]);
    await runAll();
    await expect
      .poll(() => cellOfBlock('python').outputs, { timeout: 40_000 })
      .toEqual([{ kind: 'text', text: "[['peaks', 'World', 1]] 5.0 DECIMAL(4,2)\n" }]);
    await expect
      .poll(() => cellOfBlock('four').outputs)
      .toEqual([
        { kind: 'stderr', text: expect.stringContaining('No block of this notebook has a result "never".') as string },
      ]);
  });

  test.skipIf(!findDeno())(
    '[KRN-057] [NBK-065] JavaScript runs on a kernel of its own, which has no network, sees the files and inputs, and can be stopped',
    async () => {
      const template = [
        { type: 'textInput', props: { varName: 'place', text: 'Ávila "1"' } },
        {
          id: 'js',
          type: 'code',
          props: {
            language: 'javascript',
            code: 'let y = 20;\nconsole.log(place, (await Deno.readTextFile("numbers.csv")).length > 0)',
          },
        },
        { id: 'again', type: 'code', props: { language: 'javascript', code: 'y + 1' } },
        {
          id: 'net',
          type: 'code',
          props: {
            language: 'javascript',
            code: 'await fetch("http://127.0.0.1:1").catch((error) => error.constructor.name)',
          },
        },
        { id: 'py', type: 'code', props: { code: 'print("python")' } },
        { id: 'bad', type: 'code', props: { language: 'javascript', code: 'nowhere' } },
      ];
      const { cellOfBlock, runAll, post } = await notebooks.openTemplate(template);
      await runAll();
      await expect.poll(() => cellOfBlock('bad').status, { timeout: 40_000 }).toBe('completed');
      expect(cellOfBlock('js').outputs).toEqual([{ kind: 'text', text: 'Ávila "1" true\n' }]);
      expect(cellOfBlock('again').outputs).toEqual([
        { kind: 'text/plain', text: expect.stringContaining('21') as string },
      ]);
      expect(cellOfBlock('net').outputs).toEqual([
        { kind: 'text/plain', text: expect.stringContaining('TypeError') as string },
      ]);
      expect(cellOfBlock('py').outputs).toEqual([{ kind: 'text', text: 'python\n' }]);
      expect(cellOfBlock('bad')).toMatchObject({ outcome: 'error', outputs: [{ kind: 'traceback' }] });
      await post({ type: 'Enqueue_Code', blockId: 'again', code: 'while (true) {}' });
      await expect.poll(() => cellOfBlock('again').status, { timeout: 20_000 }).toBe('running');
      await post({ type: 'Stop_All' });
      expect(cellOfBlock('again').status).toBe('idle');
    },
  );

  test.skipIf(withoutR !== null)(
    `[KRN-057] [NBK-065] R runs on IRkernel: inputs, printed text, values, plots, errors, stop${withoutR ? ` (skipped: ${withoutR} is missing)` : ''}`,
    async () => {
      const { cellOfBlock, runAll, post } = await notebooks.openTemplate([
        { type: 'textInput', props: { varName: 'place', text: 'Ávila "1"' } },
        { type: 'slider', props: { varName: 'least', value: 2 } },
        {
          id: 'print',
          type: 'code',
          props: { language: 'r', code: 'y <- 20\ncat(place, least * 2, "\\n")\nwriteLines("a", "/data/from-r.txt")' },
        },
        { id: 'value', type: 'code', props: { language: 'r', code: 'y + 1' } },
        {
          id: 'frame',
          type: 'code',
          props: { language: 'r', code: 'data.frame(station = c("Paks", "Baja"), flow = c(961.5, 1020))' },
        },
        { id: 'plot', type: 'code', props: { language: 'r', code: 'plot(1:3)' } },
        { id: 'py', type: 'code', props: { code: 'print(open("/data/from-r.txt").read().strip())' } },
        { id: 'bad', type: 'code', props: { language: 'r', code: 'stop("no such river")' } },
      ]);
      await runAll();
      const settled = () =>
        cellOfBlock('print').outcome !== null &&
        ['print', 'value', 'frame', 'plot', 'py', 'bad'].every(
          (block) => !['queued', 'running'].includes(cellOfBlock(block).status),
        );
      await expect.poll(settled, { timeout: 150_000 }).toBe(true);
      expect(cellOfBlock('print').outputs).toEqual([{ kind: 'text', text: 'Ávila "1" 4 \n' }]);
      expect(
        ['print', 'value', 'frame', 'plot', 'py', 'bad'].map((block) => [block, cellOfBlock(block).outcome]),
      ).toEqual([
        ['print', 'ok'],
        ['value', 'ok'],
        ['frame', 'ok'],
        ['plot', 'ok'],
        ['py', 'ok'],
        ['bad', 'error'],
      ]);
      expect(JSON.stringify(cellOfBlock('value').outputs)).toContain('21');
      expect(JSON.stringify(cellOfBlock('frame').outputs)).toMatch(/Paks.*961.5/);
      expect(cellOfBlock('plot').outputs).toEqual([
        expect.objectContaining({ kind: expect.stringMatching(/^image\/|^stored$/) as string }),
      ]);
      expect(cellOfBlock('py').outputs).toEqual([{ kind: 'text', text: 'a\n' }]);
      expect(cellOfBlock('bad')).toMatchObject({
        outcome: 'error',
        outputs: [{ kind: 'traceback', message: expect.stringContaining('no such river') as string }],
      });
      await post({ type: 'Enqueue_Code', blockId: 'value', code: 'Sys.sleep(16)\nflow <- 3' });
      // IRkernel is silent for as long as it runs, longer than others may be.
      await expect
        .poll(() => cellOfBlock('value'), { timeout: 120_000 })
        .toMatchObject({ status: 'completed', outcome: 'ok', outputs: [] });
      expect(cellOfBlock('value').msTaken).toBeGreaterThan(15_900);
      await post({ type: 'Enqueue_Code', blockId: 'value', code: 'Sys.sleep(60)' });
      await expect.poll(() => cellOfBlock('value').status, { timeout: 20_000 }).toBe('running');
      await post({ type: 'Stop_All' });
      expect(cellOfBlock('value').status).toBe('idle');
    },
    180_000,
  );
});
