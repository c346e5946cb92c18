import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Awareness, encodeAwarenessUpdate } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { decodeLiveMessage, encodeLiveMessage } from '@groma/protocol';
import { Frame } from '../room/frame.ts';
import { EditGate } from './edit-gate.ts';
import { LiveDocument } from './live-document.ts';
import { liveRoom } from './live-room.ts';

type Sent = ReturnType<typeof decodeLiveMessage>['kind'];

let document: LiveDocument;
beforeEach(() => {
  vi.useFakeTimers();
  document = new LiveDocument(
    'd',
    { generation: 'g', ownerEpoch: 1, head: 0, snapshotSeq: 0, snapshot: null, updates: [] },
    {} as never,
  );
});
afterEach(() => {
  document.destroy();
  vi.useRealTimers();
});

/** Someone in the room of the document, who speaks the protocol by hand. */
async function enter(role: 'PROJECT_EDITOR' | 'PROJECT_VIEWER', isBehind = false) {
  const told: Sent[] = [];
  let receive: (data: Buffer) => void = () => undefined;
  let leave: () => void = () => undefined;
  const room = liveRoom({
    party: 'main',
    subject: 'notebook',
    writeAction: 'update',
    projectOf: () => Promise.reject(new Error('not asked')),
    documentOf: (id) => id,
    documents: { open: () => Promise.resolve({ document, release: () => undefined }), gate: new EditGate() } as never,
    log: {} as never,
  });
  await room.enter({
    id: 'n',
    user: { id: role, username: role },
    projectAccess: { role, planEnd: Infinity },
    isBehind,
    isOpen: true,
    close: () => undefined,
    send: (message: Uint8Array | Frame) => {
      told.push(decodeLiveMessage(Frame.of(message).message as Uint8Array).kind);
    },
    onMessage: (listener: typeof receive) => {
      receive = listener;
    },
    onLeave: (listener: typeof leave) => {
      leave = listener;
    },
  } as never);
  const show = (awareness: Awareness) => {
    receive(
      Buffer.from(
        encodeLiveMessage({ kind: 'awareness', update: encodeAwarenessUpdate(awareness, [awareness.clientID]) }),
      ),
    );
  };
  return {
    told,
    show,
    leave: () => {
      leave();
    },
  };
}

function person(state: object): Awareness {
  const awareness = new Awareness(new Y.Doc());
  awareness.setLocalState({ ...state });
  return awareness;
}
const shown = () => [...document.awareness.getStates().values()].map(({ at }) => at as number);

test('one connection shows a few cursors: those before fall away, and nothing of them is kept', async () => {
  const { show, leave } = await enter('PROJECT_VIEWER');
  for (let at = 0; at < 20; at++) show(person({ at }));
  expect(shown()).toEqual([16, 17, 18, 19]);
  vi.advanceTimersByTime(100);
  const own = 1;
  expect(document.awareness.meta.size).toBe(4 + own);
  leave();
  vi.advanceTimersByTime(100);
  expect([shown(), document.awareness.meta.size, document.speakers.size]).toEqual([[], own, 0]);
});

test('what comes too fast is not passed on, but the newest of it is when it is time', async () => {
  const { show } = await enter('PROJECT_EDITOR');
  let passed = 0;
  document.awareness.on('update', () => {
    passed += 1;
  });
  const awareness = person({ at: 0 });
  for (let at = 1; at <= 500; at++) {
    awareness.setLocalStateField('at', at);
    show(awareness);
  }
  expect([passed, shown()]).toEqual([40, [40]]);
  vi.advanceTimersByTime(60);
  expect([passed, shown()]).toEqual([41, [500]]);
  awareness.setLocalState(null);
  show(awareness);
  vi.advanceTimersByTime(60);
  expect(shown()).toEqual([]);
});

test('a reader shows little of themselves, and one who writes more', async () => {
  const [reader, writer] = [await enter('PROJECT_VIEWER'), await enter('PROJECT_EDITOR')];
  reader.show(person({ at: 1, more: 'x'.repeat(5_000) }));
  reader.show(person({ at: 2, more: 'x'.repeat(3_000) }));
  writer.show(person({ at: 3, more: 'x'.repeat(5_000) }));
  expect(shown()).toEqual([2, 3]);
});

test('somebody who reads too slowly is not sent cursors, so that no number of them sends anybody away', async () => {
  const [slow, quick, reader] = [
    await enter('PROJECT_EDITOR', true),
    await enter('PROJECT_EDITOR'),
    await enter('PROJECT_VIEWER'),
  ];
  reader.show(person({ at: 1 }));
  vi.advanceTimersByTime(100);
  expect([slow.told, quick.told]).toEqual([['welcome'], ['welcome', 'awareness']]);
});
