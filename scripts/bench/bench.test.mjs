import { describe, expect, it } from 'vitest';
import { median, summarize } from './compare.mjs';
import { measurePairs, OutputsDiffer } from './measure-pairs.mjs';

describe('comparing', () => {
  it('takes the middle value, or the mean of the two middle ones', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([9, 1, 5, 3])).toBe(4);
  });

  it('gives a ratio above 1 when ours is better, for times and for rates', () => {
    const pairs = [
      { ours: 10, peer: 20 },
      { ours: 10, peer: 40 },
      { ours: 40, peer: 20 },
    ];
    expect(summarize(pairs, 'lower')).toEqual({ ours: 10, peer: 20, ratio: 2 });
    expect(summarize(pairs, 'higher')).toEqual({ ours: 10, peer: 20, ratio: 0.5 });
  });
});

describe('measuring pairs', () => {
  it('leaves out the pair that warms up and changes who goes first', async () => {
    const order = [];
    const side = (name) => () => Promise.resolve({ value: order.push(name), output: 'same' });
    const pairs = await measurePairs({ ours: side('ours'), peer: side('peer') }, 2);
    expect(order).toEqual(['peer', 'ours', 'ours', 'peer', 'peer', 'ours']);
    expect(pairs).toEqual([
      { ours: 3, peer: 4 },
      { ours: 6, peer: 5 },
    ]);
  });

  it('refuses to compare the speed of different outputs, and shows both', async () => {
    const side = (output) => () => Promise.resolve({ value: 1, output });
    const measured = measurePairs({ ours: side('3 rows'), peer: side('4 rows') }, 5);
    await expect(measured).rejects.toThrow(OutputsDiffer);
    await expect(measured).rejects.toThrow(/ours: 3 rows\npeer: 4 rows/);
  });

  it('refuses a value that cannot be a measurement', async () => {
    const side = (value) => () => Promise.resolve({ value, output: '' });
    await expect(measurePairs({ ours: side(0), peer: side(1) }, 5)).rejects.toThrow('above 0');
  });
});
