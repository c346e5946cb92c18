import { afterEach, expect, test, vi } from 'vitest';
import { contentRange, nextByte, sendFile } from './send-file.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('[FIL-016] a chunk says its first and last byte and the whole', () => {
  expect(contentRange(0, 4_194_304, 5_000_000)).toBe('bytes 0-4194303/5000000');
  expect(contentRange(4_194_304, 5_000_000, 5_000_000)).toBe('bytes 4194304-4999999/5000000');
});

test('[FIL-017] after 308 the next chunk begins behind what the server has', () => {
  expect(nextByte('bytes=0-4194303')).toBe(4_194_304);
  expect(nextByte(null)).toBe(0);
});

/** A server that is away for some calls, first for those that open the upload, then for a chunk. */
class Request extends EventTarget {
  static away = 1;
  readonly upload = new EventTarget();
  status = 0;
  open(): void {}
  setRequestHeader(): void {}
  getResponseHeader(): null {
    return null;
  }
  send(): void {
    this.status = Request.away-- > 0 ? 0 : 200;
    setTimeout(() => this.dispatchEvent(new Event(this.status === 0 ? 'error' : 'load')));
  }
}

test('[FIL-018] an upload goes on by itself after the server was away, also while it was being opened', async () => {
  let opened = 0;
  vi.stubGlobal('fetch', () => {
    opened += 1;
    if (opened === 1) return Promise.reject(new TypeError('Failed to fetch'));
    if (opened === 2) return Promise.resolve(Response.json({ code: 'NOT_READY' }, { status: 503 }));
    return Promise.resolve(Response.json({ uploadSessionUri: '/upload/1' }));
  });
  vi.stubGlobal('XMLHttpRequest', Request);
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  const waits: boolean[] = [];
  await sendFile({
    projectId: 'p',
    path: '/data/a',
    file: new Blob(['x']),
    replace: false,
    signal: new AbortController().signal,
    onSession: () => undefined,
    onProgress: () => undefined,
    onWaiting: (isWaiting) => waits.push(isWaiting),
  });
  expect([opened, waits.at(0), waits.at(-1)]).toEqual([3, true, false]);
});
