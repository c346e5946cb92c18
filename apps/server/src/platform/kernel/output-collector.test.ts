import { setTimeout as sleep } from 'node:timers/promises';
import type { WholeOutput } from '@groma/model';
import { describe, expect, it } from 'vitest';
import { keptOutputs, OutputCollector } from './output-collector.ts';
import { UpdatePace } from './update-pace.ts';

const textOf = (batches: WholeOutput[][]) =>
  batches
    .flat()
    .map((output) => ('text' in output ? output.text : ''))
    .join('');

describe('gathering outputs', () => {
  it('[NBK-139] sends the first at once, then gathers for 50 ms and joins texts of a kind', async () => {
    const batches: WholeOutput[][] = [];
    const collector = new OutputCollector((outputs) => {
      batches.push(outputs);
      collector.acknowledge();
    });
    await collector.add({ kind: 'text', text: 'a' });
    expect(batches).toHaveLength(1);
    for (const text of 'bcd') await collector.add({ kind: 'text', text });
    await collector.add({ kind: 'stderr', text: 'e' });
    expect(batches).toHaveLength(1);
    await expect
      .poll(() => batches[1])
      .toEqual([
        { kind: 'text', text: 'bcd' },
        { kind: 'stderr', text: 'e' },
      ]);
  });

  it('[NBK-139] waits when nobody takes what was sent, and loses nothing', async () => {
    const batches: WholeOutput[][] = [];
    const collector = new OutputCollector((outputs) => {
      batches.push(outputs);
    });
    const progress = { isAdded: false };
    const adding = collector.add({ kind: 'text', text: 'x'.repeat(8_000_000) }).then(() => {
      progress.isAdded = true;
    });
    await sleep(150);
    expect(progress.isAdded).toBe(false);
    expect(batches).toHaveLength(4);
    while (!progress.isAdded) {
      collector.acknowledge();
      await sleep(1);
    }
    await adding;
    collector.finish();
    expect(textOf(batches).length).toBe(8_000_000);
  });

  it('[NBK-139] keeps up to its limit, says that the rest is missing, and takes no more', async () => {
    const batches: WholeOutput[][] = [];
    const collector = new OutputCollector((outputs) => {
      batches.push(outputs);
      collector.acknowledge();
    }, 1024 * 1024);
    await collector.add({ kind: 'text', text: 'x'.repeat(1_000_000) });
    await collector.add({ kind: 'text', text: 'y'.repeat(1_000_000) });
    await collector.add({ kind: 'text', text: 'z' });
    collector.finish();
    expect(collector.isFull).toBe(true);
    const kept = textOf(batches);
    expect(kept.replaceAll(/[^xy]/g, '').length).toBe(1024 * 1024);
    expect(kept.endsWith('\nThe output is longer than 1 MB; the rest was not kept.\n')).toBe(true);
  });

  it('[NBK-139] never cuts between the halves of a character', async () => {
    const batches: WholeOutput[][] = [];
    const collector = new OutputCollector((outputs) => {
      batches.push(outputs.map((output) => structuredClone(output)));
      collector.acknowledge();
    });
    const text = `a${'🌍'.repeat(600_000)}`;
    await collector.add({ kind: 'text', text });
    collector.finish();
    expect(batches.length).toBeGreaterThan(1);
    expect(batches.every((batch) => batch.every((output) => 'text' in output && output.text?.isWellFormed()))).toBe(
      true,
    );
    expect(textOf(batches)).toBe(text);
  });

  it('[NBK-139] a clear forgets what was not sent yet', async () => {
    const batches: WholeOutput[][] = [];
    const collector = new OutputCollector((outputs) => {
      batches.push(outputs);
      collector.acknowledge();
    });
    await collector.add({ kind: 'text', text: 'a' });
    await collector.add({ kind: 'text', text: 'b' });
    collector.clear();
    await collector.add({ kind: 'text', text: 'c' });
    collector.finish();
    expect(textOf(batches)).toBe('ac');
  });

  it('[NBK-122] holds back what is shown anew too fast, and sends its last form in the end', async () => {
    const sent: WholeOutput[] = [];
    const collector = new OutputCollector((outputs) => {
      sent.push(...outputs);
      collector.acknowledge();
    }, 1024 * 1024);
    const form = (i: number, display: string): WholeOutput => ({
      kind: 'text/html',
      html: String(i).padEnd(100_000, '.'),
      display,
    });
    for (const display of ['a', 'b']) await collector.add(form(0, display));
    for (let i = 1; i < 200; i++)
      for (const display of ['a', 'b']) await collector.add({ ...form(i, display), isUpdate: true });
    expect(sent.length).toBeLessThan(20);
    collector.finish();
    for (const display of ['a', 'b'])
      expect(sent.findLast((output) => output.display === display)).toEqual({ ...form(199, display), isUpdate: true });
    expect(collector.isFull).toBe(false);
  });

  it('[NBK-085] keeps a bounded number of outputs, and counts text in a row once', async () => {
    const batches: WholeOutput[][] = [];
    const collector = new OutputCollector((outputs) => {
      batches.push(outputs);
      collector.acknowledge();
    });
    for (let i = 0; i < keptOutputs; i++) await collector.add({ kind: 'text', text: 'a' });
    for (let i = 0; i < keptOutputs; i++) await collector.add({ kind: 'text/plain', text: 'x' });
    collector.finish();
    expect(collector.isFull).toBe(true);
    const given = batches.flat();
    expect(given.filter(({ kind }) => kind === 'text/plain')).toHaveLength(keptOutputs - 1);
    expect(given.at(-1)).toEqual({
      kind: 'stderr',
      text: `\nMore than ${keptOutputs} outputs; the rest was not kept.\n`,
    });
  });

  it('[NBK-085] says why code failed though no more is kept, once, and keeps as many outputs again after a clear', async () => {
    const batches: WholeOutput[][] = [];
    const collector = new OutputCollector((outputs) => {
      batches.push(outputs);
      collector.acknowledge();
    });
    const fill = async (): Promise<void> => {
      for (let i = 0; i <= keptOutputs; i++) await collector.add({ kind: 'text/plain', text: 'x' });
    };
    await fill();
    for (const name of ['First', 'Second']) await collector.add({ kind: 'traceback', name, message: 'm', text: 't' });
    collector.finish();
    expect(
      batches
        .flat()
        .slice(keptOutputs)
        .map((output) => ('name' in output ? output.name : output.kind)),
    ).toEqual(['stderr', 'First']);
    collector.clear();
    expect(collector.isFull).toBe(false);
    batches.length = 0;
    await fill();
    collector.finish();
    expect(batches.flat()).toHaveLength(keptOutputs + 1);
  });

  it('[NBK-085] says again after a clear that no more characters are kept', async () => {
    const batches: WholeOutput[][] = [];
    const collector = new OutputCollector((outputs) => {
      batches.push(outputs);
      collector.acknowledge();
    }, 1024 * 1024);
    await collector.add({ kind: 'text', text: 'x'.repeat(1024 * 1024 + 1) });
    collector.finish();
    batches.length = 0;
    collector.clear();
    await collector.add({ kind: 'text', text: 'y' });
    collector.finish();
    expect(textOf(batches)).toBe('\nThe output is longer than 1 MB; the rest was not kept.\n');
  });

  it('[NBK-122] paces what the threads of ended executions show anew together', async () => {
    let sent = 0;
    const pace = new UpdatePace(1024 * 1024);
    const ended = Array.from({ length: 8 }, () => {
      const collector = new OutputCollector((outputs) => {
        sent += outputs.length;
        collector.acknowledge();
      }, 1024 * 1024);
      collector.finish(pace);
      return collector;
    });
    const html = '.'.repeat(100_000);
    for (const collector of ended) await collector.add({ kind: 'text/html', html, display: 'a' });
    for (let i = 0; i < 50; i++)
      for (const collector of ended) await collector.add({ kind: 'text/html', html, display: 'a', isUpdate: true });
    expect(sent).toBeLessThan(40);
    for (const collector of ended) collector.finish();
  });

  it('[NBK-122] shows anew elsewhere what is shown again and changed before it was sent', async () => {
    const batches: WholeOutput[][] = [];
    const collector = new OutputCollector((outputs) => {
      batches.push(outputs);
      collector.acknowledge();
    });
    await collector.add({ kind: 'text', text: 'first' });
    await collector.add({ kind: 'text/plain', text: 'x', display: 'a' });
    for (const text of ['y', 'z']) await collector.add({ kind: 'text/plain', text, display: 'a', isUpdate: true });
    collector.finish();
    expect(batches[1]).toEqual([
      { kind: 'text/plain', text: 'x', display: 'a' },
      { kind: 'text/plain', text: 'z', display: 'a', isUpdate: true },
    ]);
  });

  it('[NBK-122] wakes all that wait, also what is shown anew meanwhile', async () => {
    const batches: WholeOutput[][] = [];
    const collector = new OutputCollector((outputs) => {
      batches.push(outputs);
    });
    const large = 'x'.repeat(1024 * 1024);
    for (let i = 0; i < 4; i++) await collector.add({ kind: 'text/html', html: large });
    const both = Promise.all(
      ['a', 'b'].map((display) => collector.add({ kind: 'text/html', html: large, display, isUpdate: true })),
    );
    for (let i = 0; i < 4; i++) collector.acknowledge();
    await both;
    expect(
      batches
        .slice(4)
        .flat()
        .map(({ display }) => display),
    ).toEqual(['a', 'b']);
  });
});
