import { expect, test } from 'vitest';
import * as Y from 'yjs';
import type { EditKeeper } from './edit-keeper.ts';
import { LiveConnection } from './live-connection.ts';
import { decodeLiveMessage, encodeLiveMessage, type LiveMessage } from './messages.ts';

/** A connection over a socket whose other end is written by hand. */
let connectionSocket: WebSocket | null = null;

function open() {
  const sent: LiveMessage[] = [];
  const kept: string[] = [];
  const forgotten: string[] = [];
  const aside = new Map<string, string>();
  const keeper: EditKeeper = {
    keep: async (id) => {
      kept.push(id);
    },
    adopt: async () => [],
    close: () => undefined,
    forget: (ids) => {
      forgotten.push(...ids);
    },
    setAside: (ids, code) => {
      for (const id of ids) aside.set(id, code);
    },
  };
  const socket = {
    readyState: 1,
    send: (bytes: Uint8Array) => {
      sent.push(decodeLiveMessage(bytes));
    },
    close: () => undefined,
  } as unknown as WebSocket;
  connectionSocket = socket;
  const connection = new LiveConnection({ url: 'ws://server', doc: new Y.Doc(), keeper, openSocket: () => socket });
  const tell = (message: LiveMessage) => socket.onmessage!({ data: encodeLiveMessage(message).buffer } as MessageEvent);
  const nothing = Y.encodeStateAsUpdate(new Y.Doc());
  tell({
    kind: 'welcome',
    generation: 'g',
    connectionId: 'c',
    userId: 'u',
    canWrite: true,
    stateVector: Y.encodeStateVector(new Y.Doc()),
  });
  tell({ kind: 'rest', update: nothing });
  const type = (text: string) => connection.doc.getText('t').insert(0, text);
  return { connection, sent, kept, forgotten, aside, tell, type };
}

test('[ACC-135] an edit that was sent before a refused one and is saved after it is not listed as refused', async () => {
  const { connection, kept, forgotten, aside, tell, type } = open();
  await connection.whenSynced();
  for (const text of ['a', 'b', 'c']) type(text);
  tell({ kind: 'refused', n: 2, code: 'PLAN_EXPIRED' });
  tell({ kind: 'refused', n: 3, code: 'EDIT_INCOMPLETE' });
  tell({ kind: 'saved', n: 1, seq: 1 });
  type('d');
  const [first, ...others] = kept;
  expect([forgotten, [...aside]]).toEqual([[first], others.map((id) => [id, 'PLAN_EXPIRED'])]);
  expect(connection.state).toMatchObject({ saved: false, refusal: 'PLAN_EXPIRED' });
  connection.close();
});

test('[SHL-132] what was written in an outage into a block that others deleted meanwhile is saved and listed', async () => {
  const { connection, kept, forgotten, aside, tell } = open();
  await connection.whenSynced();
  const server = new Y.Doc();
  const blocks = connection.doc.getMap<Y.Text>('blocks');
  for (const name of ['gone', 'here']) blocks.set(name, new Y.Text('x'));
  blocks.get('gone')!.insert(1, 'seen ');
  tell({ kind: 'saved', n: 3, seq: 3 });
  Y.applyUpdate(server, Y.encodeStateAsUpdate(connection.doc));
  const before = kept.length;
  const socket = connectionSocket!;
  socket.onclose!({ code: 1006, reason: '' } as CloseEvent);
  for (const name of ['gone', 'here']) blocks.get(name)!.insert(0, name);
  blocks.get('gone')!.insert(4, ' ');
  server.getMap('blocks').delete('gone');
  await new Promise((resolve) => setTimeout(resolve, 500));
  tell({
    kind: 'welcome',
    generation: 'g',
    connectionId: 'c2',
    userId: 'u',
    canWrite: true,
    stateVector: Y.encodeStateVector(server),
  });
  tell({ kind: 'rest', update: Y.encodeStateAsUpdate(server, Y.encodeStateVector(connection.doc)) });
  await connection.whenSynced();
  const [lost, merged, space] = kept.slice(before);
  expect([...aside]).toEqual([
    [lost, 'PLACE_GONE'],
    [space, 'PLACE_GONE'],
  ]);
  tell({ kind: 'saved', n: 1, seq: 4 });
  expect(connection.state.saved).toBe(true);
  expect(forgotten).toContain(merged);
  expect(forgotten).not.toContain(lost);
  expect(String(blocks.get('here'))).toBe('herex');
  connection.close();
});
