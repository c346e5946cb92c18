import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { notebook } from '@groma/protocol';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';
import { joinCells } from './join-cells.ts';
import { lintCells } from './lint-cells.ts';

describe('[NBK-057] what the linter says of cells', () => {
  test('[NBK-055] [NBK-061] a syntax error is an error at its row and column of its own cell', () => {
    const found = lintCells(['x = 1\n', '\nif x\n    print(x)', 'print(x)'], []);
    expect(found[0]).toMatchObject({ severity: 1, block_index: 1, location: { row: 2, column: 5 } });
    expect(found.every((each) => each.block_index === 1)).toBe(true);
  });

  test('[NBK-055] a name that is nowhere is a warning; one of an earlier cell, of an input, or of the notebook itself is known', () => {
    expect(lintCells(['a = 1', 'print(a, depth)\ndisplay(a)\nmissing'], ['depth'])).toEqual([
      {
        severity: 2,
        message: expect.stringContaining('missing') as string,
        ruleId: 'F821',
        block_index: 1,
        location: { row: 3, column: 1 },
        end_location: { row: 3, column: 8 },
      },
    ]);
  });

  test('magics, shell lines, questions and awaits at the top are no mistakes, and move nothing', () => {
    const cells = [
      '%matplotlib inline\n!ls -l\nfiles = !ls\nlist?\nif files:\n    %time 1 + 1\nawait thing()\n',
      '%%bash\nthis is | no python (',
      '%%time\nx = 1\n"""\n%not a magic\n"""\nnowhere',
    ];
    expect(
      lintCells(cells, ['thing']).map(({ message, block_index, location }) => [
        message.includes('nowhere'),
        block_index,
        location.row,
      ]),
    ).toEqual([[true, 2, 6]]);
  });

  test('positions count UTF-16 units, and rows are those of the cell however its lines end', () => {
    expect(lintCells(['a = 1\r\nb = "😀"; nowhere'], [])[0]).toMatchObject({
      block_index: 0,
      location: { row: 2, column: 11 },
    });
    expect(joinCells(['a', '', 'b\nc']).place(4)).toEqual({ cell: 2, row: 2 });
  });

  test('4000 lines take less than what a person notices', () => {
    const cells = Array.from({ length: 200 }, (_, i) =>
      Array.from({ length: 20 }, (__, k) => `value_${i}_${k} = ${k}`).join('\n'),
    );
    expect(lintCells([...cells, 'nowhere'], [])).toHaveLength(1);
  });
});

describe('the call', () => {
  let server: TestServer;
  let ann: Person;
  beforeAll(async () => {
    server = await startTestServer();
    ann = await server.signUp();
  });
  afterAll(() => server.close());

  test('[NBK-053] [NBK-054] [NBK-056] takes a notebook and replies with diagnostics by block index, and whether there are errors', async () => {
    const cells = [
      { cell_type: 'markdown', metadata: {}, source: 'not ( python' },
      { cell_type: 'code', metadata: {}, source: ['x = (\n'], outputs: [], execution_count: null },
    ];
    const jupyter = { nbformat: 4, nbformat_minor: 4, metadata: {}, cells };
    const { data } = await ann.client.call(notebook.lintNotebook, { body: { notebook: jupyter } });
    expect(data.hasErrors).toBe(true);
    expect(data.diagnostics[0]).toMatchObject({
      severity: 1,
      block_index: 1,
      message: expect.any(String) as string,
      ruleId: expect.any(String) as string,
    });
    const blocks = [
      { type: 'slider', props: { varName: 'depth' } },
      { type: 'code', props: { code: 'print(depth)' } },
      { type: 'code', props: { code: 'select (', language: 'sql' } },
    ];
    expect((await ann.client.call(notebook.lintNotebook, { body: { notebook: blocks } })).data).toEqual({
      diagnostics: [],
      hasErrors: false,
    });
  });

  test('[NBK-053] what is no notebook is refused with a reason', async () => {
    await expect(ann.client.call(notebook.lintNotebook, { body: { notebook: { cells: 5 } } })).rejects.toMatchObject({
      code: 'BAD_NOTEBOOK_TEMPLATE',
    });
  });
});
