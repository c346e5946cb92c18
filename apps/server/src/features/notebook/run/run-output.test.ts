import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type StoredOutput } from '@groma/model';
import { notebook } from '@groma/protocol';
import { eq } from '../../../platform/database/drizzle.ts';
import { outputPieces } from '../../../platform/database/tables/index.ts';
import { SupervisedKernel } from '../../../platform/kernel/supervisor/supervised-kernel.ts';
import { kernelGroup, skipReason } from '../../../../test/test-kernel.ts';
import { TestNotebooks } from '../../../../test/test-notebooks.ts';
import type { Person, TestServer } from '../../../../test/test-server.ts';
import { inlineText } from '../output/output-writer.ts';

let notebooks: TestNotebooks;
let server: TestServer;
let owner: Person;
let projectId: string;

TestNotebooks.ofFile((started) => {
  ({ server, owner, projectId } = notebooks = started);
});

describe.skipIf(skipReason)(kernelGroup('what runs give'), { timeout: 60_000 }, () => {
  beforeAll(() => notebooks.startMachine());

  test('[NBK-085] code that prints without end is cut, stays stoppable, and the notebook goes on', async () => {
    const { id, runAll, until, post, cell, text, blockIds } = await notebooks.open(
      'while True: print("all work and no play" * 10)',
      'print("after")',
    );
    await runAll();
    const stored = () => cell(0).outputs.find((output) => output.kind === 'stored');
    const lines = async (from: number, count: number) =>
      (
        await owner.client.call(notebook.readOutputLines, {
          params: { notebookId: id, projectId, outputId: stored()!.id },
          query: { from, count },
        })
      ).data;
    await expect.poll(() => stored()?.characters ?? 0, { timeout: 60_000 }).toBeGreaterThan(60 * 1024 * 1024);
    await expect
      .poll(async () => (await lines(stored()!.lines - 1, 1))[0], { timeout: 30_000 })
      .toBe('The output is longer than 64 MB; the rest was not kept.');
    await post({ type: 'Stop_All' });
    await until(0, { status: 'idle', outcome: 'stopped' });
    const printed = cell(0)
      .outputs.flatMap((output) => (output.kind === 'text' ? [output.text] : []))
      .join('');
    expect(printed.length).toBeLessThanOrEqual(inlineText);
    expect(await lines(200_000, 2)).toEqual(Array(2).fill('all work and no play'.repeat(10)));
    await post({ type: 'Enqueue_Code', blockId: blockIds[1]!, code: cell(1).code });
    await until(1, { status: 'completed' });
    expect(text(1)).toBe('after\n');
  });

  test('[NBK-138] JSON that code displays keeps all digits of its whole numbers', async () => {
    const { runAll, until, cell } = await notebooks.open(
      'from IPython.display import JSON, display\ndisplay(JSON({"id": 2**64, "few": 1.5}))',
    );
    await runAll();
    await until(0, { status: 'completed' });
    expect(cell(0).outputs).toMatchObject([
      { kind: 'application/json', json: expect.stringContaining('18446744073709551616') as string },
    ]);
  });

  test('[NBK-106] output of 40 MB arrives whole: in lines, in one piece, and in the Jupyter file', async () => {
    const { id, runAll, until, cell } = await notebooks.open('for i in range(500_000): print(f"{i:07d}", "x" * 72)');
    await runAll();
    await until(0, { status: 'completed' });
    const inline = cell(0)
      .outputs.flatMap((output) => (output.kind === 'text' ? [output.text] : []))
      .join('');
    const stored = cell(0).outputs.at(-1) as StoredOutput;
    expect(inline.length + stored.characters).toBe(500_000 * 81);
    const params = { notebookId: id, projectId, outputId: stored.id };
    const first = inline.split('\n').length - 1;
    const { data } = await owner.client.call(notebook.readOutputLines, {
      params,
      query: { from: 400_000 - first, count: 2 },
    });
    expect(data.map((line) => line.slice(0, 7))).toEqual(['0400000', '0400001']);
    const whole =
      inline +
      (await (await owner.fetch(`/api/notebooks/${id}/projects/${projectId}/outputs/${stored.id}/text`)).text());
    expect(whole.split('\n').findIndex((line, i) => i < 500_000 && Number(line.slice(0, 7)) !== i)).toBe(-1);
    const file = (await (await owner.fetch(`/api/notebooks/${id}/projects/${projectId}/ipynb`)).json()) as {
      cells: { outputs: { text: string[] }[] }[];
    };
    expect(file.cells[0]!.outputs.map(({ text }) => text.length)).toEqual([500_000]);
    const { data: copy } = await owner.client.call(notebook.duplicateNotebook, {
      params: { notebookId: id, projectId },
    });
    expect(
      (
        await owner.client.call(notebook.readOutputLines, {
          params: { ...params, notebookId: copy.id },
          query: { from: 5, count: 1 },
        })
      ).data,
    ).toEqual([expect.stringContaining('x')]);
    await owner.client.call(notebook.deleteNotebook, { params: { notebookId: id, projectId } });
    expect(
      (
        await server.platform.database.query
          .select({ index: outputPieces.index })
          .from(outputPieces)
          .where(eq(outputPieces.notebookId, id))
      ).length,
    ).toBe(0);
  });

  afterEach(async () => {
    vi.restoreAllMocks();
    await server.platform.database.pool.query('DROP FUNCTION IF EXISTS refuse_piece CASCADE');
  });

  test('[KRN-050] a run whose outputs cannot be kept ends with a word, its code is stopped, and the kernel holds nothing of it', async () => {
    const { pool } = server.platform.database;
    await pool.query(`CREATE FUNCTION refuse_piece() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
      CREATE TRIGGER refuse_piece BEFORE INSERT ON output_pieces FOR EACH ROW EXECUTE FUNCTION refuse_piece()`);
    const forget = vi.spyOn(SupervisedKernel.prototype, 'forgetRun');
    const { until, text, post, blockIds } = await notebooks.open(
      'print("x" * 3_000_000)\nimport time\ntime.sleep(600)',
      'print("after")',
    );
    await post({
      type: 'Enqueue_Code',
      blockId: blockIds[0]!,
      code: 'print("x" * 3_000_000)\nimport time\ntime.sleep(600)',
    });
    const { ranAs } = await until(0, { status: 'idle', outcome: 'error' });
    expect(text(0)).toContain('The run failed on the server');
    await expect.poll(() => forget.mock.calls.flat()).toContain(ranAs);
    await pool.query('DROP FUNCTION refuse_piece CASCADE');
    await post({ type: 'Enqueue_Code', blockId: blockIds[1]!, code: 'print("after")' });
    await until(1, { status: 'completed' });
  });

  test('[KRN-068] on a full disk a run goes on, says that its outputs wait for room, and writes all of them once there is some', async () => {
    const { pool } = server.platform.database;
    await pool.query(`CREATE FUNCTION refuse_piece() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = 'disk_full'; END $$;
      CREATE TRIGGER refuse_piece BEFORE INSERT ON output_pieces FOR EACH ROW EXECUTE FUNCTION refuse_piece()`);
    const { id, runAll, until, cell, text } = await notebooks.open('for i in range(20_000): print(f"{i:099d}")');
    await runAll();
    await expect.poll(() => text(0), { timeout: 20_000 }).toContain('The disk of the server is full.');
    expect(cell(0).status).toBe('running');
    await pool.query('DROP FUNCTION refuse_piece CASCADE');
    await until(0, { status: 'completed', outcome: 'ok' });
    const inline = cell(0)
      .outputs.flatMap((output) => (output.kind === 'text' ? [output.text] : []))
      .join('');
    const stored = cell(0).outputs.flatMap((output) => (output.kind === 'stored' ? [output] : []));
    const kept = await Promise.all(
      stored.map(async (output) =>
        (await owner.fetch(`/api/notebooks/${id}/projects/${projectId}/outputs/${output.id}/text`)).text(),
      ),
    );
    expect((inline + kept.join('')).split('\n').slice(0, -1).map(Number)).toEqual(
      Array.from({ length: 20_000 }, (_, i) => i),
    );
  });
});
