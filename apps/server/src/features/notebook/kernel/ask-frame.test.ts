import { beforeAll, describe, expect, test } from 'vitest';
import type { CodeCell, WholeOutput } from '@groma/model';
import { notebook, type FrameQuestion } from '@groma/protocol';
import { kernelGroup, skipReason } from '../../../../test/test-kernel.ts';
import { TestNotebooks } from '../../../../test/test-notebooks.ts';
import type { Person } from '../../../../test/test-server.ts';

let notebooks: TestNotebooks;
let owner: Person;
let projectId: string;

TestNotebooks.ofFile((started) => {
  ({ owner, projectId } = notebooks = started);
});

const made = `import numpy, pandas
n = 1_000_000
df = pandas.DataFrame({
    "n": numpy.arange(n),
    "who": pandas.Categorical(["a", "b", None, "d"] * (n // 4)),
    "at": pandas.date_range("2024-01-01", periods=n, freq="min", tz="Europe/Berlin"),
    "what": [[1, 2], {"deep": None}] * (n // 2),
    "exact": pandas.array([2**60, None] * (n // 2), dtype="Int64"),
}, index=pandas.Index(numpy.arange(n) * 2, name="key"))
df.insert(5, "n", 1.5, allow_duplicates=True)
df`;

describe.skipIf(skipReason)(kernelGroup('data frames'), { timeout: 60_000 }, () => {
  beforeAll(() => notebooks.startMachine());

  const asker =
    (notebookId: string, frameId: string, person = owner) =>
    (body: FrameQuestion) =>
      person.client
        .call(notebook.askFrame, { params: { notebookId, projectId, frameId }, body })
        .then(({ data }) => data);

  test('[NBK-170, NBK-171, NBK-172, NBK-175, NBK-176, NBK-178, KRN-107, KRN-108] the frame of an output is sorted, filtered and counted in the kernel, also while code runs, until code holds it no longer', async () => {
    const { id, runAll, until, post, blockIds } = await notebooks.open(
      `${made}`,
      'import time\nfor _ in range(100_000):\n    time.sleep(0.01)',
    );
    await runAll();
    const { outputs } = await until(0, { status: 'completed' });
    const [output] = outputs;
    if (output?.kind !== 'text/html' || !output.frame) throw new Error('The output names no frame.');
    expect(output.frame).toMatchObject({ rows: 1_000_000, columns: 6 });
    // What Jupyter shows stays beside it.
    expect(output.html).toContain('1000000 rows × 6 columns');
    await until(1, { status: 'running' });
    const ask = asker(id, output.frame.id);
    expect(await ask({ ask: 'columns' })).toMatchObject({
      state: 'live',
      variable: 'df',
      columnCount: 7,
      columns: [
        { name: 'key', type: 'number', isIndex: true },
        { name: 'n', type: 'number', dtype: 'int64', isIndex: false },
        { name: 'who', type: 'text', dtype: 'category', missing: 'NaN' },
        { name: 'at', type: 'time', missing: 'NaT' },
        { name: 'what', type: 'text', missing: 'None' },
        { name: 'exact', type: 'number', dtype: 'Int64', missing: '<NA>' },
        { name: 'n', type: 'number', dtype: 'float64' },
      ],
    });
    expect(
      await ask({ ask: 'rows', start: 1, end: 3, sort: [{ column: 1, direction: 'desc' }], filter: [] }),
    ).toMatchObject({
      rows: [
        [1_999_996, 999_998, null, '2025-11-25 10:38:00+01:00', '[1, 2]', '1152921504606846976', 1.5],
        [1_999_994, 999_997, 'b', '2025-11-25 10:37:00+01:00', "{'deep': None}", null, 1.5],
      ],
      rowCount: 1_000_000,
    });
    const filter = [
      { column: 2, operator: 'contains' as const, value: 'B' },
      { column: 3, operator: 'less' as const, value: '2024-01-01 00:06' },
    ];
    expect(await ask({ ask: 'rows', start: 0, end: 200, sort: [], filter })).toMatchObject({
      rows: [
        [2, 1, 'b'],
        [10, 5, 'b'],
      ].map((row) => expect.arrayContaining(row) as unknown),
      rowCount: 2,
    });
    expect(await ask({ ask: 'profile', column: 2, filter: [] })).toEqual({
      state: 'live',
      profile: {
        rows: 1_000_000,
        missing: 250_000,
        distinct: 3,
        values: ['a', 'b', 'd'].map((value) => ({ value, count: 250_000 })),
      },
    });
    expect(await ask({ ask: 'profile', column: 1, filter })).toMatchObject({
      profile: { rows: 2, figures: { min: 1, max: 5, mean: 3, median: 3 } },
    });
    // A name that is taken is left alone.
    expect([await ask({ ask: 'save', format: 'parquet' }), await ask({ ask: 'save', format: 'parquet' })]).toEqual(
      ['/data/df.parquet', '/data/df_2.parquet'].map((path) => ({ state: 'live', path })),
    );
    await post({ type: 'Stop_Block', blockId: blockIds[1]! });
    await until(1, { outcome: 'stopped' });
    const run = async (code: string): Promise<CodeCell> => {
      await post({ type: 'Enqueue_Code', blockId: blockIds[1]!, code: `${code}\nprint("done ${code.length}")` });
      const printed = expect.arrayContaining([{ kind: 'text', text: `done ${code.length}\n` }]) as WholeOutput[];
      return until(1, { outcome: 'ok', outputs: printed });
    };
    const largest = { ask: 'rows' as const, start: 0, end: 1, sort: [{ column: 1, direction: 'desc' as const }] };
    const first = [await ask({ ...largest, filter: [] })];
    await run('df.iloc[0, 0] = 5_000_000');
    first.push(await ask({ ...largest, filter: [] }));
    expect(first.map((answer) => answer.state === 'live' && answer.rows?.[0]?.slice(0, 2))).toEqual([
      [1_999_998, 999_999],
      [0, 5_000_000],
    ]);
    await run('df["new"] = 1');
    expect(await ask({ ask: 'columns' })).toEqual({ state: 'changed' });
    await run('%reset -f');
    await run('import gc; gc.collect()');
    expect(await ask({ ask: 'columns' })).toEqual({ state: 'gone' });
    // Small ones that nobody else holds stay.
    const [small] = (await run('import pandas; display(pandas.DataFrame({"a": [1]}))')).outputs;
    if (small?.kind !== 'text/html' || !small.frame) throw new Error('The output names no frame.');
    expect(await asker(id, small.frame.id)({ ask: 'columns' })).toMatchObject({ state: 'live', variable: null });
  });

  test('[NBK-173, NBK-175] only who may run code asks the kernel of frames, and there is none without one', async () => {
    const viewer = await notebooks.server.signUp();
    await notebooks.server.share(owner, projectId, viewer, 'PROJECT_VIEWER');
    const { id } = await notebooks.open('1');
    // Nobody has run anything, and asking makes no kernel.
    expect(await asker(id, 'any')({ ask: 'columns' })).toEqual({ state: 'lost' });
    await expect(asker(id, 'any', viewer)({ ask: 'columns' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('[NBK-174] pandas told to draw no tables, and a Styler, are shown as Jupyter shows them', async () => {
    const { runAll, until } = await notebooks.open(
      'import pandas\npandas.DataFrame({"a": [1]}).style',
      'with pandas.option_context("display.notebook_repr_html", False):\n    display(pandas.DataFrame({"a": [1]}))',
      'pandas.Series([1, 2], name="s")',
    );
    await runAll();
    const [styled, plain, series] = [
      await until(0, { status: 'completed' }),
      await until(1, { status: 'completed' }),
      await until(2, { status: 'completed' }),
    ].map(({ outputs }) => outputs[0]);
    expect(styled).toMatchObject({ kind: 'text/html' });
    expect(styled).not.toHaveProperty('frame');
    expect(plain).toMatchObject({ kind: 'text/plain' });
    expect(plain).not.toHaveProperty('frame');
    expect(series).toMatchObject({ kind: 'text/plain', frame: { rows: 2, columns: 1 } });
  });
});
