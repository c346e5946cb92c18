import { describe, expect, test } from 'vitest';
import { widgetKind, type WholeOutput } from '@groma/model';
import sharp from 'sharp';
import { compareOutputs } from './compare-outputs.ts';

const printed = (text: string): WholeOutput => ({ kind: 'text', text });
const warned = (text: string): WholeOutput => ({ kind: 'stderr', text });
const same = async (before: WholeOutput[], now: WholeOutput[]) => (await compareOutputs(before, now)).differences;
const png = async (colour: string, width = 4): Promise<WholeOutput> => {
  const drawn = sharp({ create: { width, height: 4, channels: 3, background: colour } });
  return { kind: 'image/png', data: (await drawn.png().toBuffer()).toString('base64') };
};

describe('what is no difference', () => {
  test.each([
    ['addresses in memory', '<object at 0x7f0c1a2b3c4d>', '<object at 0x7fffffffffff>'],
    [
      'bars, times and speeds of progress',
      '100%|██████████| 10/10 [00:03<00:00,  3.21it/s]',
      '100%|##########| 10/10 [00:01<00:00,  9.99it/s]',
    ],
    ['what %%time measures', 'a\nCPU times: user 1 ms\nWall time: 2 ms\n', 'a\nCPU times: user 9 s\nWall time: 8 s\n'],
    ['what %timeit measures', '2 ms ± 1 μs per loop (mean)', '3 s ± 9 ns per loop (mean)'],
    ['files of blocks', '/tmp/ipykernel_12/345.py:1: Warning', '/tmp/ipykernel_9/1.py:1: Warning'],
    ['colours', '\u001b[31mred\u001b[0m', 'red'],
    [
      'names by chance, as long as the same ones are the same',
      'a 0b50cbb6-6ac3-4f5e-9a52-64d5a3b8a4b1 b 0b50cbb6-6ac3-4f5e-9a52-64d5a3b8a4b1',
      'a 11111111-6ac3-4f5e-9a52-64d5a3b8a4b1 b 11111111-6ac3-4f5e-9a52-64d5a3b8a4b1',
    ],
  ])('[PUB-113] %s', async (_, before, now) => {
    expect(await same([printed(before)], [printed(now)])).toEqual([]);
    expect(await same([{ kind: 'text/html', html: before }], [{ kind: 'text/html', html: now }])).toEqual([]);
  });

  test('[PUB-113] how printed lines and warnings mingle, how a widget’s models are named, the order of keys', async () => {
    expect(await same([printed('a'), warned('w'), printed('b')], [printed('ab'), warned('w')])).toEqual([]);
    const json = (text: string): WholeOutput => ({ kind: 'application/json', json: text });
    expect(await same([json('{"a":1,"b":[2]}')], [json('{"b":[2.0],"a":1}')])).toEqual([]);
    const widget = (id: string): WholeOutput => ({ kind: widgetKind, model: id, state: `{"${id}":{"value":3}}` });
    expect(await same([widget('a'.repeat(32))], [widget('b'.repeat(32))])).toEqual([]);
  });

  test('[PUB-113] how a picture of the same pixels is written', async () => {
    const { data } = (await png('red')) as { data: string };
    const again = await sharp(Buffer.from(data, 'base64')).png({ compressionLevel: 0 }).toBuffer();
    expect(await same([await png('red')], [{ kind: 'image/png', data: again.toString('base64') }])).toEqual([]);
  });
});

describe('what differs', () => {
  test('[PUB-113] a line, with those around it', async () => {
    const lines = (third: string) => printed(`1\n2\n${third}\n4\n5\n6\n7\n`);
    expect(await same([lines('x')], [lines('y')])).toEqual([
      {
        kind: 'text',
        index: 0,
        isCut: false,
        lines: [
          { in: 'both', text: '1' },
          { in: 'both', text: '2' },
          { in: 'published', text: 'x' },
          { in: 'new', text: 'y' },
          { in: 'both', text: '4' },
          { in: 'both', text: '5' },
        ],
      },
    ]);
  });

  test('[PUB-113] the number of what is shown, and an error by its name and message alone', async () => {
    expect(await same([{ kind: 'text/plain', text: 'a' }], [])).toMatchObject([{ kind: 'text', index: 0 }]);
    expect(await same([], [{ kind: 'text/plain', text: 'a' }])).toMatchObject([{ kind: 'text', index: null }]);
    const raised = (message: string, text: string): WholeOutput => ({ kind: 'traceback', name: 'E', message, text });
    expect(await same([raised('m', 'line 1')], [raised('m', 'line 2')])).toEqual([]);
    expect(await same([raised('m', '')], [raised('n', '')])).toHaveLength(1);
  });

  test('[PUB-113] a picture by the share of its pixels, wholly by its size, and the new one is kept', async () => {
    const { differences, pictures } = await compareOutputs([await png('red')], [await png('blue')]);
    expect(differences).toEqual([{ kind: 'picture', index: 0, picture: 0, share: 1 }]);
    expect((await sharp(pictures[0]!).metadata()).format).toBe('png');
    expect(await same([await png('red')], [await png('red', 5)])).toMatchObject([{ share: 1 }]);
    expect(await same([await png('red')], [printed('no picture')])).toMatchObject([
      { kind: 'text', index: null },
      { kind: 'picture', index: 0, picture: null },
    ]);
  });

  test('[PUB-115] a text with a secret, of which nothing is shown', async () => {
    const [found] = await same([printed('a\n')], [printed('postgres://admin:hunter2x@db.example.org/x\n')]);
    expect(found).toEqual({ kind: 'text', index: 0, lines: null, isCut: false, isWithheld: true });
    // Its line is longer than what is shown of one, and cut within the secret.
    const long = `${'x '.repeat(230)}postgres://admin:hunter2x${'y'.repeat(60)}@db.example.org/x\n`;
    expect(await same([printed('a\n')], [printed(long)])).toMatchObject([{ lines: null, isWithheld: true }]);
  });

  test('[PUB-113] much, of which some is kept', async () => {
    const long = Array.from({ length: 900 }, (_, i) => `line ${i}`).join('\n');
    const [found] = await same([printed('')], [printed(long)]);
    expect(found).toMatchObject({ isCut: true });
    expect((found as { lines: unknown[] }).lines).toHaveLength(200);
    const [none] = await same([printed('')], [printed('x'.repeat(600_000))]);
    expect(none).toMatchObject({ isCut: true, lines: null });
  });
});
