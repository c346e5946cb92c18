import { parentPort } from 'node:worker_threads';
import { heldBytes } from '../../../platform/kept-threads.ts';
import { writeTable } from './write/write-table.ts';
import { writeFeatures } from './write/write-features.ts';
import { AskedServices } from './asked-services.ts';
import { EditedLayer } from './edited-layer.ts';
import { EditSessions } from './edit-sessions.ts';
import { featureLines } from './feature-lines.ts';
import { JoinedFeatures } from './joined-features.ts';
import { layerChanges } from './layer-changes.ts';
import { listCrs } from './list-crs.ts';
import { writeFolded } from './write-folded.ts';
import type { ReadBytes } from './snapshot-part.ts';
import { sentError } from './thread-error.ts';
import type { FromWorker, ToWorker, WorkerStreams, WorkerTasks } from './worker-tasks.ts';

const port = parentPort!;
const reads = new Map<number, { resolve(bytes: Uint8Array): void; reject(error: Error): void; key: string }>();
const streams = new Map<number, AsyncGenerator<Uint8Array>>();
let nextRead = 1;

const send = (message: FromWorker, moved: ArrayBuffer[] = []): void => port.postMessage(message, moved);

const readBytes: ReadBytes = (key, start, end) =>
  new Promise((resolve, reject) => {
    const id = nextRead++;
    reads.set(id, { resolve, reject, key });
    send({ kind: 'read', id, key, start, end });
  });

const sessions = new EditSessions(readBytes);
const asked = new AskedServices(send);

const tasks: {
  [Task in keyof WorkerTasks]: (input: WorkerTasks[Task]['input']) => Promise<WorkerTasks[Task]['output']>;
} = {
  prepareEdits: (input) => sessions.prepare(input),
  confirmEdits: async ({ layerId, seq }) => sessions.confirm(layerId, seq),
  forgetLayer: async ({ layerId }) => sessions.forget(layerId),
  readFeatures: async ({ layer, log, fids }) => {
    const before = await new EditedLayer(layer, log, readBytes).before({ type: 'Delete', fids });
    return fids.flatMap((fid) => before.feature(fid) ?? []);
  },
  listCrs: async () => listCrs(),
  layerChanges: async ({ layer, log }) => layerChanges(layer, log),
  toolColumns: async ({ layer, log, joins = [] }) => {
    const columns = new EditedLayer(layer, log, readBytes).overlay.columns.map(({ name, type }) => ({ name, type }));
    return [...columns, ...(await JoinedFeatures.read(columns, joins, readBytes)).columns];
  },
  foldLayer: (input) => writeFolded(input, readBytes),
  writeTable: (input) => writeTable(input, readBytes),
};

const streamTasks: {
  [Task in keyof WorkerStreams]: (input: WorkerStreams[Task]['input']) => AsyncGenerator<Uint8Array>;
} = {
  featureLines: (input) => featureLines(input, readBytes),
  writeFeatures: (input) => writeFeatures(input, readBytes),
  writeDirectly: async function* (input) {
    yield* (await import('./direct/write-directly.ts')).writeDirectly(input);
  },
  // With its engine, which the other tasks do without.
  runTool: async function* (input) {
    yield* (await import('./run-tool-task.ts')).runToolTask(input, readBytes, asked.services);
  },
};

port.on('message', (message: ToWorker) => {
  switch (message.kind) {
    case 'bytes':
      return receiveBytes(message.id, message.bytes);
    case 'told':
    case 'refused':
      return asked.receive(message);
    case 'drop': {
      void streams.get(message.id)?.return(undefined);
      streams.delete(message.id);
      return;
    }
    default:
      void answer(message);
  }
});

async function answer(message: Extract<ToWorker, { kind: 'call' | 'open' | 'next' }>): Promise<void> {
  try {
    const value = await handle(message);
    const moved =
      value instanceof Uint8Array && value.byteLength === value.buffer.byteLength ? [value.buffer as ArrayBuffer] : [];
    send({ kind: 'answer', id: message.id, value, heldBytes: heldBytes() }, moved);
  } catch (error) {
    send({ kind: 'failure', id: message.id, ...sentError(error) });
  }
}

async function handle(message: Extract<ToWorker, { kind: 'call' | 'open' | 'next' }>): Promise<unknown> {
  switch (message.kind) {
    case 'call':
      return tasks[message.task as keyof WorkerTasks](message.input as never);
    case 'open': {
      streams.set(message.id, streamTasks[message.task as keyof WorkerStreams](message.input as never));
      return null;
    }
    case 'next': {
      const piece = await streams.get(message.id)?.next();
      return piece && !piece.done ? piece.value : null;
    }
  }
}

function receiveBytes(id: number, bytes: Uint8Array | null): void {
  const read = reads.get(id);
  reads.delete(id);
  if (bytes) read?.resolve(bytes);
  else read?.reject(new Error(`The blob ${read.key} cannot be read.`));
}
