interface Nested {
  id: string;
  type: string;
  children: readonly Nested[];
}

/** Blocks in reading order, nested ones after their parent. */
export function readingOrder<Block extends Nested>(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block) => [block, ...readingOrder(block.children as readonly Block[])]);
}

/** The block before or after one in reading order. */
export function neighbourOf<Block extends Nested>(
  blocks: readonly Block[],
  id: string,
  direction: 'before' | 'after',
): Block | undefined {
  const order = readingOrder(blocks);
  const index = order.findIndex((block) => block.id === id);
  return index === -1 ? undefined : order[index + (direction === 'before' ? -1 : 1)];
}
