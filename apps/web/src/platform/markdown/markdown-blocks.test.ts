import { expect, test } from 'vitest';
import { markdownBlocks } from './markdown-blocks.ts';

const text = [
  'A paragraph',
  'of two lines.',
  '',
  '- one',
  '',
  '- two',
  '',
  '  with more',
  '',
  'Then code:',
  '```python',
  'a = 1',
  '',
  'b = 2',
  '```',
  '| a | b |',
  '| - | - |',
  '| 1 | 2 |',
  '',
  '## End',
].join('\n');

test('[AIA-080] Markdown falls into pieces that are read by themselves', () => {
  expect(markdownBlocks(text)).toEqual([
    'A paragraph\nof two lines.\n',
    '- one\n\n- two\n\n  with more\n',
    'Then code:',
    '```python\na = 1\n\nb = 2\n```',
    '| a | b |\n| - | - |\n| 1 | 2 |\n',
    '## End',
  ]);
  expect(markdownBlocks('')).toEqual(['']);
});

test('[AIA-080] nothing is lost at any length, and what is whole stays as a text grows', () => {
  let before: string[] = [];
  for (let end = 1; end <= text.length; end++) {
    const blocks = markdownBlocks(text.slice(0, end));
    expect(blocks.join('\n')).toBe(text.slice(0, end));
    // The last two may still change: a line that begins may belong to what stands before it.
    expect(blocks.slice(0, Math.max(0, before.length - 2))).toEqual(before.slice(0, -2));
    before = blocks;
  }
});

test('[AIA-080] a long list is cut between its items', () => {
  const list = Array.from({ length: 2_000 }, (_, index) => `${index + 1}. item ${index + 1}`).join('\n');
  const blocks = markdownBlocks(list);
  expect(blocks.length).toBeGreaterThan(5);
  expect(blocks.join('\n')).toBe(list);
});
