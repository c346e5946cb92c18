import { setTimeout as sleep } from 'node:timers/promises';
import type { WholeOutput } from '@groma/model';
import { describe, expect, it } from 'vitest';
import { OutputCollector } from './output-collector.ts';

const textOf = (batches: WholeOutput[][]) => batches.flat().map((output) => ('text' in output ? output.text : '')).join('');

describe('gathering outputs', () => {
  it('[NBK-066] sends the first at once, then gathers for 50 ms and joins texts of a kind', async () => {
    const batches: WholeOutput[][] = [];
    const collector = new OutputCollector((outputs) => { batches.push(outputs); collector.acknowledge(); });
    await collector.add({ kind: 'text', text: 'a' });
    expect(batches).toHaveLength(1);
    for (const text of 'bcd') await collector.add({ kind: 'text', text });
    await collector.add({ kind: 'stderr', text: 'e' });
    expect(batches).toHaveLength(1);
    await sleep(120);
    expect(batches[1]).toEqual([{ kind: 'text', text: 'bcd' }, { kind: 'stderr', text: 'e' }]);
  });

  it('[NBK-066] waits when nobody takes what was sent, and loses nothing', async () => {
    const batches: WholeOutput[][] = [];
    const collector = new OutputCollector((outputs) => { batches.push(outputs); });
    const progress = { isAdded: false };
    const adding = collector.add({ kind: 'text', text: 'x'.repeat(8_000_000) }).then(() => { progress.isAdded = true; });
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

  it('[NBK-066] keeps up to its limit, says that the rest is missing, and takes no more', async () => {
    const batches: WholeOutput[][] = [];
    const collector = new OutputCollector((outputs) => { batches.push(outputs); collector.acknowledge(); }, 1024 * 1024);
    await collector.add({ kind: 'text', text: 'x'.repeat(1_000_000) });
    await collector.add({ kind: 'text', text: 'y'.repeat(1_000_000) });
    await collector.add({ kind: 'text', text: 'z' });
    collector.finish();
    expect(collector.isFull).toBe(true);
    const kept = textOf(batches);
    expect(kept.replaceAll(/[^xy]/g, '').length).toBe(1024 * 1024);
    expect(kept.endsWith('\nThe output is longer than 1 MB; the rest was not kept.\n')).toBe(true);
  });

  it('[NBK-066] never cuts between the halves of a character', async () => {
    const batches: WholeOutput[][] = [];
    const collector = new OutputCollector((outputs) => { batches.push(outputs.map((output) => structuredClone(output))); collector.acknowledge(); });
    const text = `a${'🌍'.repeat(600_000)}`;
    await collector.add({ kind: 'text', text });
    collector.finish();
    expect(batches.length).toBeGreaterThan(1);
    expect(batches.every((batch) => batch.every((output) => 'text' in output && output.text?.isWellFormed()))).toBe(true);
    expect(textOf(batches)).toBe(text);
  });

  it('[NBK-066] a clear forgets what was not sent yet', async () => {
    const batches: WholeOutput[][] = [];
    const collector = new OutputCollector((outputs) => { batches.push(outputs); collector.acknowledge(); });
    await collector.add({ kind: 'text', text: 'a' });
    await collector.add({ kind: 'text', text: 'b' });
    collector.clear();
    await collector.add({ kind: 'text', text: 'c' });
    collector.finish();
    expect(textOf(batches)).toBe('ac');
  });
});
