import { readFileSync } from 'node:fs';
import { Agent, createServer, request, type IncomingMessage, type Server } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';

/** Where the proxy of `deploy/nginx.conf` sends a path: the rule that is shipped is the one that is tested. */
export function serviceOf(path: string): 'api' | 'realtime' {
  return realtimePaths.test(path.split('?')[0]!) ? 'realtime' : 'api';
}

const config = readFileSync(join(import.meta.dirname, '../../../deploy/nginx.conf'), 'utf8');
const realtimePaths = new RegExp(/location ~ (\S+) \{ proxy_pass http:\/\/groma_realtime; \}/.exec(config)![1]!);

export interface SplitRouter {
  origin: string;
  server: Server;
  close(): Promise<void>;
}

/** A proxy in front of services that run separately, as plain as can be. */
export async function startSplitRouter(
  origins: Readonly<Record<'api' | 'realtime', string>>,
  port = 0,
): Promise<SplitRouter> {
  const sockets = new Set<Duplex>();
  // A kept connection may be closed by its service at the moment a call is sent on it, and a call with a body can't be
  // repeated here.
  const agent = new Agent({ keepAlive: false });
  const optionsOf = (incoming: IncomingMessage) => {
    const { hostname, port: to } = new URL(origins[serviceOf(incoming.url ?? '/')]);
    return {
      agent,
      hostname,
      port: to,
      method: incoming.method,
      path: incoming.url,
      headers: incoming.headers,
      setHost: false,
    };
  };
  const server = createServer((incoming, reply) => {
    const forwarded = request(optionsOf(incoming), (answer) => {
      // Whether a connection is kept is for each of the two to say.
      const { connection: _, 'keep-alive': __, ...headers } = answer.headers;
      reply.writeHead(answer.statusCode!, answer.statusMessage, headers);
      answer.on('error', () => reply.destroy());
      answer.on('aborted', () => reply.destroy());
      // A caller is to see the head of an answer whose body takes its time.
      reply.flushHeaders();
      answer.pipe(reply);
    });
    forwarded.on('error', () => reply.destroy());
    incoming.on('aborted', () => forwarded.destroy());
    reply.on('close', () => {
      if (!reply.writableFinished) forwarded.destroy();
    });
    // A call may be refused before its body has come.
    forwarded.flushHeaders();
    incoming.pipe(forwarded);
  });
  server.on('upgrade', (incoming, socket, head) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => undefined));
    const forwarded = request(optionsOf(incoming));
    forwarded.on('upgrade', (answer, upstream, rest) => {
      const lines = answer.rawHeaders.flatMap((name, at) =>
        at % 2 === 0 ? [`${name}: ${answer.rawHeaders[at + 1]}`] : [],
      );
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
      if (rest.length > 0) socket.write(rest);
      if (head.length > 0) upstream.write(head);
      upstream.on('error', () => socket.destroy()).on('close', () => socket.destroy());
      socket.on('close', () => upstream.destroy());
      upstream.pipe(socket).pipe(upstream);
    });
    forwarded.on('response', () => socket.destroy());
    forwarded.on('error', () => socket.destroy());
    forwarded.end();
  });
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address() as { port: number };
  return {
    server,
    origin: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
