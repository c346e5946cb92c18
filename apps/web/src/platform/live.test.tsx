import { decodeLiveMessage, encodeLiveMessage, type LiveMessage } from '@groma/protocol';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { useLiveDocument, whenOnServer } from './live.ts';

/** The other end of the newest socket: what it was sent, and how it answers. */
let server: Server;

class Server extends EventTarget {
  readyState = 1;
  binaryType = 'blob';
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  readonly edits: number[] = [];

  constructor() {
    super();
    // oxlint-disable-next-line typescript/no-this-alias
    server = this;
    this.addEventListener('message', (event) => this.onmessage?.(event as MessageEvent));
    this.addEventListener('close', (event) => this.onclose?.(event as CloseEvent));
    queueMicrotask(() =>
      this.say({
        kind: 'welcome',
        connectionId: 'c',
        userId: 'u',
        generation: 'g',
        canWrite: true,
        stateVector: Y.encodeStateVector(new Y.Doc()),
      }),
    );
  }

  say(message: LiveMessage): void {
    const bytes = encodeLiveMessage(message);
    this.dispatchEvent(new MessageEvent('message', { data: bytes.slice().buffer }));
  }

  send(data: Uint8Array | string): void {
    if (typeof data === 'string') return;
    const message = decodeLiveMessage(data);
    if (message.kind === 'ask') this.say({ kind: 'rest', update: Y.encodeStateAsUpdate(new Y.Doc()) });
    if (message.kind === 'edit') this.edits.push(message.n);
  }

  close(): void {
    this.readyState = 3;
  }
}

beforeEach(() => vi.stubGlobal('WebSocket', Server));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function openDocument(id: string) {
  const { result } = renderHook(() => useLiveDocument('workflow', id));
  await vi.waitFor(() => expect(result.current?.state.synced).toBe(true));
  return result.current!;
}

async function outcomeOf(work: Promise<void>): Promise<string> {
  return work.then(
    () => 'done',
    (error: Error & { code?: string }) => error.code ?? error.message,
  );
}

test('[WFL-189] a call that goes by the document of the server waits for what was changed just before', async () => {
  const { doc } = await openDocument('a');
  expect(await outcomeOf(whenOnServer('workflow', 'a'))).toBe('done');
  act(() => doc.getText('t').insert(0, 'x'));
  let isDone = false;
  const waiting = whenOnServer('workflow', 'a').then(() => {
    isDone = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect([server.edits, isDone]).toEqual([[1], false]);
  expect(await outcomeOf(whenOnServer('workflow', 'elsewhere'))).toBe('done');
  act(() => server.say({ kind: 'saved', n: 1, seq: 1 }));
  await waiting;
  expect(isDone).toBe(true);
});

test('[WFL-189] it fails at once where the connection is gone or the change was refused', async () => {
  const { doc } = await openDocument('b');
  act(() => doc.getText('t').insert(0, 'x'));
  const waiting = outcomeOf(whenOnServer('workflow', 'b'));
  act(() => void server.dispatchEvent(new CloseEvent('close', { code: 1006 })));
  expect(await waiting).toBe('NOT_SAVED');
  expect(await outcomeOf(whenOnServer())).toBe('NOT_SAVED');
});
