import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError } from '@groma/protocol';
import { pageOperationStore } from '../../../registry/page-operation.ts';
import { NotOpened, openAsOperation } from './open-as-operation.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  pageOperationStore.setState({ operations: [] });
});

const about = {
  mapId: 'm',
  projectId: 'p',
  title: 'Opening the map',
  abortedText: 'Map loading was aborted.',
  failureText: (error: unknown) => `Map loading failed. ${(error as Error).message || 'Unknown error'}`,
  isQuiet: (error: unknown) => error instanceof RangeError,
};
const operations = () =>
  pageOperationStore.getState().operations.map(({ status, failedMessage }) => [status, failedMessage]);
/** A reading that ends only when it is aborted. */
const endless = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });

test('[MAP-103] a map load that is aborted sets its operation to Failed, with what was done', async () => {
  const opening = openAsOperation(about, endless).catch((error: unknown) => error);
  expect(operations()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(operations()).toEqual([['In Progress', null]]);
  pageOperationStore.getState().operations[0]!.cancel();
  expect(await opening).toEqual(new NotOpened('Map loading was aborted.'));
  expect(operations()).toEqual([['Failed', 'Map loading was aborted.']]);
});

test('[MAP-104] a map load that fails sets its operation to Failed with the status text, also when it was too quick to be shown before', async () => {
  await expect(openAsOperation(about, () => Promise.reject(new CallError(418, 'A teapot')))).rejects.toThrow(
    'Map loading failed. A teapot',
  );
  await expect(openAsOperation(about, () => Promise.reject(new CallError(500, '')))).rejects.toThrow(
    'Map loading failed. Unknown error',
  );
  expect(operations()).toEqual([
    ['Failed', 'Map loading failed. Unknown error'],
    ['Failed', 'Map loading failed. A teapot'],
  ]);
});

test('[MAP-104] a map that opens leaves no operation, and neither does one that is gone, which its panel says', async () => {
  const slow = openAsOperation(
    about,
    () =>
      new Promise((resolve) => {
        setTimeout(() => {
          resolve('the map');
        }, 2_000);
      }),
  );
  await vi.advanceTimersByTimeAsync(1_500);
  expect(operations()).toEqual([['In Progress', null]]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await slow).toBe('the map');
  await expect(openAsOperation(about, () => Promise.reject(new RangeError('gone')))).rejects.toThrow(RangeError);
  expect(operations()).toEqual([]);
});
