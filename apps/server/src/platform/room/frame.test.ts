import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { Frame } from './frame.ts';

test('frames of every size are read by a websocket as what they were made of, between what it is sent otherwise', async () => {
  const messages = [0, 125, 126, 65_535, 65_536, 300_000].flatMap((size) => [
    'ü'.repeat(size / 2),
    new Uint8Array(size).fill(size % 251),
  ]);
  const server = createServer().listen(0, '127.0.0.1');
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  server.on('upgrade', (request, wire, head) => {
    sockets.handleUpgrade(request, wire, head, (socket) => {
      for (const message of messages) {
        for (const part of new Frame(message).parts) wire.write(part);
        socket.send('between');
      }
    });
  });
  await once(server, 'listening');
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const heard: (string | Uint8Array)[] = [];
  client.on('message', (data: Buffer, isBinary) => {
    heard.push(isBinary ? new Uint8Array(data) : data.toString());
  });
  await expect.poll(() => heard.length).toBe(messages.length * 2);
  expect(heard).toEqual(messages.flatMap((message) => [message, 'between']));
  client.terminate();
  sockets.close();
  server.close();
});
