import { expect, test } from 'vitest';
import type { DrawBatch } from '../layer/draw-batch.ts';
import { LoadedShapes } from './loaded-shapes.ts';

const gl = {} as WebGL2RenderingContext;
const batchOf = (id: string, count = 1): DrawBatch => ({
  id,
  kind: 'point',
  fids: new Int32Array(1),
  size: 2,
  count,
  box: null,
  rowStarts: null,
  paths: null,
  positionRows: null,
  shape: null,
});

type Session = ConstructorParameters<typeof LoadedShapes>[1];

test('a shape that is missed while others are on their way is asked for after them, once', async () => {
  const [first, second] = [batchOf('first'), batchOf('second')];
  const questions: { batchIds: readonly string[]; answer: () => void }[] = [];
  let brought = 0;
  const session = {
    state: { loaded: { fields: { batches: [first, second] } } },
    askNow: (_layerId: string, _question: string, { batchIds }: { batchIds: readonly string[] }) =>
      new Promise((resolve) => {
        questions.push({
          batchIds,
          answer: () =>
            resolve(
              batchIds.map((id) => ({ id, shape: { positions: new Float32Array(4), triangles: null, edges: null } })),
            ),
        });
      }),
  } as unknown as Session;
  const shapes = new LoadedShapes(null, session, () => {
    brought += 1;
  });
  const isMissed = (batch: DrawBatch) => shapes.store.shapeOf(gl, batch) === null;
  expect(isMissed(first)).toBe(true);
  await expect.poll(() => questions.length).toBe(1);
  expect([isMissed(second), isMissed(first), isMissed(second)]).toEqual([true, true, true]);
  questions[0]!.answer();
  await expect.poll(() => questions.map(({ batchIds }) => batchIds)).toEqual([['first'], ['second']]);
  questions[1]!.answer();
  await expect.poll(() => brought).toBe(2);
  expect(questions).toHaveLength(2);
});

test('shapes are asked for in portions, one after the other, a large one alone', async () => {
  const batches = [1, 1, 9_000_000, 1].map((count, index) => batchOf(String(index), count));
  const questions: string[] = [];
  const session = {
    state: { loaded: { fields: { batches } } },
    askNow: async (_layerId: string, _question: string, { batchIds }: { batchIds: readonly string[] }) => {
      questions.push(batchIds.join());
      return null;
    },
  } as unknown as Session;
  const shapes = new LoadedShapes(null, session, () => undefined);
  for (const batch of batches) shapes.store.shapeOf(gl, batch);
  await expect.poll(() => questions).toEqual(['0,1', '2', '3']);
});
