import { Server } from '@hocuspocus/server';

// Plain Hocuspocus, which keeps documents in memory only, in a process of its own.
const server = new Server({ port: 0, address: '127.0.0.1', quiet: true });
await server.listen();
process.send?.(server.address.port);
