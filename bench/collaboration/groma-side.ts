import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as Y from 'yjs';
import { createClient, decodeLiveMessage, encodeLiveMessage, notebook } from '@groma/protocol';
import { startGroma } from '../large-file/groma-server.ts';
import type { LiveSide } from './live-side.ts';

/** Notebooks of our server; acknowledged is what is on disk. */
export async function startGromaSide(): Promise<LiveSide> {
  const folder = await mkdtemp(join(tmpdir(), 'groma-bench-'));
  const { origin, cookie, projectId, process: child } = await startGroma(folder, false);
  const client = createClient(origin, () => ({ cookie }));
  return {
    processId: child.pid!,
    makeDocument: async () =>
      (await client.call(notebook.createNotebook, { params: { projectId }, body: { name: 'Bench' } })).data.id,
    connect: (id) => ({ url: `${origin.replace('http', 'ws')}/parties/main/${id}`, headers: { cookie } }),
    greetings: () => [encodeLiveMessage({ kind: 'ask', stateVector: Y.encodeStateVector(new Y.Doc()) })],
    edit: (_, n, update) => encodeLiveMessage({ kind: 'edit', n, update }),
    acknowledges(message) {
      if (message[0] !== savedKind) return -1;
      const said = decodeLiveMessage(message);
      return said.kind === 'saved' ? said.n : -1;
    },
    async read(id) {
      const { data } = await client.call(notebook.readNotebook, { params: { notebookId: id, projectId } });
      const doc = new Y.Doc();
      Y.applyUpdate(doc, Buffer.from(data.document, 'base64'));
      return doc.getArray<string>('words').toArray();
    },
    async stop() {
      child.kill('SIGINT');
      await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const [savedKind] = encodeLiveMessage({ kind: 'saved', n: 0, seq: 0 });
