import { expect, test } from 'vitest';
import { neighbourOf, readingOrder } from '../block/block-order.ts';
import { blocksWithoutOwnCode } from './own-cells.ts';

test('[NBK-064] a pasted block that shares its code with another gets its own; the first stays', () => {
  const all = [
    { id: '1', codeId: 'a' },
    { id: '2', codeId: 'a' },
    { id: '3', codeId: 'b' },
  ];
  expect(blocksWithoutOwnCode(all, new Set(['2']))).toEqual([{ id: '2', codeId: 'a' }]);
});

test('[NBK-064] a block pasted above its original is the copy all the same', () => {
  expect(
    blocksWithoutOwnCode(
      [
        { id: 'new', codeId: 'a' },
        { id: 'old', codeId: 'a' },
      ],
      new Set(['new']),
    ),
  ).toEqual([{ id: 'new', codeId: 'a' }]);
});

test('[NBK-064] a moved or cut and pasted block keeps its code; of two pasted at once one does', () => {
  expect(blocksWithoutOwnCode([{ id: 'moved', codeId: 'a' }], new Set(['moved']))).toEqual([]);
  expect(
    blocksWithoutOwnCode(
      [
        { id: 'x', codeId: 'a' },
        { id: 'y', codeId: 'a' },
      ],
      new Set(['x', 'y']),
    ),
  ).toEqual([{ id: 'y', codeId: 'a' }]);
  expect(blocksWithoutOwnCode([{ id: 'x', codeId: '' }], new Set(['x']))).toEqual([{ id: 'x', codeId: '' }]);
});

test('[KRN-046] the next block is the next in reading order, also out of and into nested ones', () => {
  const leaf = (id: string) => ({ id, type: 'paragraph', children: [] });
  const blocks = [{ ...leaf('1'), children: [leaf('1a'), leaf('1b')] }, leaf('2')];
  expect(readingOrder(blocks).map(({ id }) => id)).toEqual(['1', '1a', '1b', '2']);
  expect(neighbourOf(blocks, '1b', 'after')?.id).toBe('2');
  expect(neighbourOf(blocks, '1a', 'before')?.id).toBe('1');
  expect(neighbourOf(blocks, '2', 'after')).toBeUndefined();
});
