import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** The peer: the least that takes a file. One PUT, hashed on its way, flushed and renamed. */
const folder = process.argv[2]!;
await mkdir(folder, { recursive: true });
const server = createServer((request, response) => {
  void (async () => {
    const sum = createHash('sha256');
    const part = join(folder, 'part');
    request.on('data', (piece: Buffer) => {
      sum.update(piece);
    });
    await pipeline(request, createWriteStream(part, { flush: true }));
    await rename(part, join(folder, 'file'));
    await rm(join(folder, 'file'));
    response.end(sum.digest('hex'));
  })();
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.on('SIGINT', () => {
  process.exit(0);
});
