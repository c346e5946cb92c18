import { afterEach, expect, test, vi } from 'vitest';
import { MapRoom } from './map-room.ts';

/** A connection over which nothing comes but what the test says. */
class SilentSocket extends EventTarget {
  static readonly OPEN = 1;
  static readonly opened: SilentSocket[] = [];
  readonly readyState = SilentSocket.OPEN;
  constructor() {
    super();
    SilentSocket.opened.push(this);
  }
  send(): void {}
  close(): void {}
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('[MAP-080] a change that is never answered ends its connection, and one that could not be read is refused', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', SilentSocket);
  const heard: string[] = [];
  const room = new MapRoom(
    'map',
    { username: 'ann', email: '' },
    {
      onMessage: ({ type }) => heard.push(type),
      onConnected: (again) => heard.push(again ? 'again' : 'connected'),
      onLost: () => heard.push('lost'),
      onClosed: () => heard.push('closed'),
    },
  );
  const [socket] = SilentSocket.opened;
  socket!.dispatchEvent(new Event('open'));
  const post = () => room.post({ type: 'Undo_Vector_Layer_Data', layer_id: 'layer', seqs: [1] } as never)!;
  const unread = post();
  socket!.dispatchEvent(
    new MessageEvent('message', {
      data: JSON.stringify({ type: 'Refused', about: 'message', code: 'BAD_INPUT', message: 'unread' }),
    }),
  );
  await expect(unread).rejects.toMatchObject({ code: 'BAD_INPUT' });
  const unanswered = post();
  vi.advanceTimersByTime(60_000);
  await expect(unanswered).rejects.toThrow(TypeError);
  expect([heard, SilentSocket.opened.length]).toEqual([['connected', 'lost'], 2]);
  SilentSocket.opened[1]!.dispatchEvent(new Event('open'));
  expect(heard.at(-1)).toBe('again');
  room.close();
});
