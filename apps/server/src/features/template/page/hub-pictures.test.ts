import { Readable } from 'node:stream';
import { afterEach, expect, test, vi } from 'vitest';
import { fillPath, hub } from '@groma/protocol';
import { newId } from '@groma/model';
import type { Platform } from '../../../platform/platform.ts';
import { HubPictures } from './hub-pictures.ts';

afterEach(() => vi.useRealTimers());

test('[PUB-062] a picture that cannot be drawn is tried again after 15 seconds, not each time it is asked for', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  let reads = 0;
  const row = { id: newId(), blobKey: 'broken', type: 'image/png' };
  const platform = {
    outbound: {},
    database: { query: { select: () => ({ from: () => ({ where: () => Promise.resolve([row]) }) }) } },
    blobs: {
      size: () => Promise.resolve(7),
      read: () => {
        reads += 1;
        return Promise.resolve(Readable.from([Buffer.from('nothing')]));
      },
    },
  } as unknown as Platform;
  const pictures = new HubPictures(platform);
  const thumbnailUrl = fillPath(hub.readThumbnail.path, { thumbnailId: row.id });
  const read = () => pictures.read({ id: 'one', thumbnailUrl }, 320, new AbortController().signal);
  for (let times = 0; times < 3; times += 1) await expect(read()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(reads).toBe(1);
  vi.advanceTimersByTime(15_001);
  await expect(read()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(reads).toBe(2);
});
