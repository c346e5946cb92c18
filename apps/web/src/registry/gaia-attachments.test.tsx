import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mostAttachments } from '@groma/model';
import { sessionStore } from '../platform/session.ts';
import { addToGaia, attachmentStore, changeAttachment, removeAttachment } from './gaia-attachments.ts';

beforeEach(() => {
  attachmentStore.setState({ projectId: '', attachments: [] });
});

afterEach(() => {
  sessionStore.setState({ user: null });
  vi.unstubAllGlobals();
});

const layer = { type: 'layer', filename: 'Rivers', url: 'layer:a/b' } as const;
const attached = () => attachmentStore.getState().attachments;

test('[AIA-002] [AIA-088] a thing goes along once, with all that an attachment has', () => {
  const id = addToGaia(layer)!;
  expect(addToGaia(layer)).toBe(id);
  expect(attached()).toEqual([{ id, ...layer, mediaType: '', percentProgress: 100, isUploading: false }]);
  changeAttachment(id, { percentProgress: 50 });
  expect(attached()[0]?.percentProgress).toBe(50);
  removeAttachment(id);
  expect(attached()).toEqual([]);
});

test('[SHL-090] what goes along with a question is counted once, by its kind alone', async () => {
  const told: unknown[] = [];
  vi.stubGlobal('fetch', (address: string, { body }: RequestInit = {}) => {
    if (body && address === '/api/analytics/events') told.push(...(JSON.parse(String(body)) as { events: [] }).events);
    return Promise.resolve(Response.json({ data: { analytics: true } }));
  });
  sessionStore.setState({ user: { id: 'u' } as never });
  addToGaia(layer);
  addToGaia(layer);
  dispatchEvent(new Event('pagehide'));
  await vi.waitFor(() => expect(told).toEqual([{ name: 'add_to_gaia', properties: { kind: 'layer' } }]));
});

test('[AIA-088] a question takes no more than it may have', () => {
  for (let index = 0; index < mostAttachments; index++)
    expect(addToGaia({ ...layer, url: `layer:a/${index}` })).not.toBe(null);
  expect(addToGaia({ ...layer, url: 'layer:a/more' })).toBe(null);
  expect(attached()).toHaveLength(mostAttachments);
});
