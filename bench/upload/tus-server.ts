import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';

/** The peer: a tus server that, like ours, has the file on disk and tells its hash when the upload ends. */
const folder = process.argv[2]!;
await mkdir(folder, { recursive: true });
const tus = new Server({
  path: '/files',
  datastore: new FileStore({ directory: folder }),
  async onUploadFinish(_request, upload) {
    const path = join(folder, upload.id);
    const sum = createHash('sha256');
    await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), sum);
    const file = await open(path);
    await file.sync();
    await file.close();
    await rm(path);
    return { headers: { 'x-sha256': sum.digest('hex') } };
  },
});
const server = createServer((request, response) => {
  void tus.handle(request, response);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.on('SIGINT', () => {
  process.exit(0);
});
