import { createServer, request as requestHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { lookup } from 'node:dns/promises';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A host that may be reached. */
export interface IndexHost {
  /** `host:port`. */
  host: string;
  /** Whoever runs the server has named it, so that it may be private. */
  isNamed: boolean;
  /** Only without encryption, so that what is asked of it is seen. */
  isPlain: boolean;
}

interface ProxyNeeds {
  hosts: readonly IndexHost[];
  /** Addresses of a host that is not named. @throws where it may not be reached. */
  addressesOf(host: string): Promise<readonly { address: string; family: number }[]>;
}

const patienceMs = 60_000;
/** Connections of one run of pip, which itself has a few. */
const mostConnections = 64;
/** What holds for one connection alone, or for a body, which nothing that is passed on has. */
const ownHeaders = [
  'proxy-connection',
  'proxy-authorization',
  'connection',
  'keep-alive',
  'upgrade',
  'te',
  'trailer',
  'transfer-encoding',
  'content-length',
  'expect',
];

/**
 * Listens at a Unix socket as a proxy that leads to the package index and to nothing else: the only way out of the
 * sandbox in which pip runs. Encrypted connections are passed on as they are; of others only reading is.
 */
export async function openIndexProxy(path: string, needs: ProxyNeeds): Promise<{ close(): void }> {
  const server = createServer((request, response) => {
    pass(request, response, needs).catch(() => {
      refuse(response);
    });
  });
  server.maxConnections = mostConnections;
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => undefined);
    tunnel(request.url ?? '', socket, head, needs, open).catch(() => {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
  });
  server.listen(path);
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', reject);
  });
  return {
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

async function tunnel(
  target: string,
  socket: Duplex,
  head: Buffer,
  needs: ProxyNeeds,
  open: Set<Socket>,
): Promise<void> {
  const { address, port } = await addressOf(target, {
    ...needs,
    hosts: needs.hosts.filter(({ isPlain }) => !isPlain),
  });
  const outer = connect({ host: address, port });
  open.add(outer);
  outer.once('close', () => open.delete(outer));
  outer.setTimeout(patienceMs, () => outer.destroy());
  outer.once('error', () => socket.destroy());
  outer.once('connect', () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    if (head.length > 0) outer.write(head);
    Promise.all([pipeline(socket, outer), pipeline(outer, socket)]).catch(() => undefined);
  });
}

async function pass(request: IncomingMessage, response: ServerResponse, needs: ProxyNeeds): Promise<void> {
  const url = URL.canParse(request.url ?? '') ? new URL(request.url!) : null;
  if (url?.protocol !== 'http:' || !['GET', 'HEAD'].includes(request.method ?? '')) {
    refuse(response);
    return;
  }
  const { address, port } = await addressOf(`${url.hostname}:${url.port || '80'}`, needs);
  const headers = Object.entries(request.headers).filter(([name]) => !ownHeaders.includes(name));
  const outer = requestHttp({
    host: address,
    port,
    method: request.method,
    path: `${url.pathname}${url.search}`,
    headers: { ...Object.fromEntries(headers), host: url.host },
    // A connection of its own: none that somebody else’s request, or its body, was sent on.
    agent: false,
    timeout: patienceMs,
  });
  response.once('close', () => outer.destroy());
  outer.once('timeout', () => outer.destroy());
  outer.once('error', () => response.destroy());
  outer.once('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    pipeline(answer, response).catch(() => undefined);
  });
  outer.end();
}

/** @throws where the host is none of the index. */
async function addressOf(
  target: string,
  { hosts, addressesOf }: ProxyNeeds,
): Promise<{ address: string; port: number }> {
  const known = hosts.find(({ host }) => host === target.toLowerCase());
  const [, name = '', port = ''] = /^\[?([^\]]+)\]?:(\d+)$/.exec(target) ?? [];
  if (!known) throw new Error('This is not the package index.');
  const all = known.isNamed ? await lookup(name, { all: true }) : await addressesOf(name);
  const found = all.find(({ family }) => family === 4) ?? all[0];
  if (!found) throw new Error('This host has no address.');
  return { address: found.address, port: Number(port) };
}

function refuse(response: ServerResponse): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(403).end();
}
