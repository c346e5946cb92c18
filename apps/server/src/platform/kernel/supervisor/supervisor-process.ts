// The program that holds the kernels of one server: `node supervisor-process.ts SOCKET SECONDS`. It outlives a server
// that restarts or is killed; when none has come back after SECONDS, it ends its kernels and itself.
import { chmod, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { FrameSocket } from './frame-socket.ts';
import { KernelSupervisor } from './kernel-supervisor.ts';
import { supervisorAnswer, supervisorGreeting, type FromSupervisor, type ToSupervisor } from './supervisor-message.ts';

const [socketPath = '', graceSeconds = '120'] = process.argv.slice(2);
const graceMs = Number(graceSeconds) * 1000;
const greetingPatience = 5_000;
const emptyPatience = 2_000;

const supervisor = new KernelSupervisor(() => {
  void leave();
});
const server = createServer(greet);
let attached: FrameSocket<FromSupervisor, ToSupervisor> | null = null;
let loneliness: NodeJS.Timeout | null = null;

process.on('SIGTERM', () => {
  void supervisor.end().then(leave, leave);
});
process.on('SIGINT', () => undefined);
process.on('SIGHUP', () => undefined);

server.listen(socketPath, () => {
  void chmod(socketPath, 0o600).then(() => process.stdout.write('ready\n'));
  waitForServer();
});

/** The first line says which version comes; after it both sides speak in frames. */
function greet(socket: Socket): void {
  const timer = setTimeout(() => {
    socket.destroy();
  }, greetingPatience);
  socket.on('error', () => {
    socket.destroy();
  });
  socket.once('data', (chunk: Buffer) => {
    clearTimeout(timer);
    if (chunk.toString('latin1') !== supervisorGreeting) {
      socket.destroy();
      // A server of another version cannot speak with these kernels, and needs its own.
      void supervisor.end().then(leave, leave);
      return;
    }
    socket.write(supervisorAnswer);
    attach(socket);
  });
}

function attach(socket: Socket): void {
  attached?.close();
  if (loneliness) clearTimeout(loneliness);
  const frames: FrameSocket<FromSupervisor, ToSupervisor> = new FrameSocket(
    socket,
    (message) => {
      if (attached === frames) supervisor.take(message);
    },
    () => {
      if (attached !== frames) return;
      attached = null;
      supervisor.detach();
      waitForServer();
    },
  );
  attached = frames;
  supervisor.attach((message) => {
    frames.send(message);
  });
}

function waitForServer(): void {
  if (loneliness) clearTimeout(loneliness);
  loneliness = setTimeout(
    () => {
      void supervisor.end().then(leave, leave);
    },
    supervisor.isEmpty ? emptyPatience : graceMs,
  );
}

async function leave(): Promise<void> {
  await attached?.end();
  await rm(dirname(socketPath), { recursive: true, force: true }).catch(() => undefined);
  process.exit(0);
}
