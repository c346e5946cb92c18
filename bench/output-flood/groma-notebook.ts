import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { Doc } from 'yjs';
import { cellOf, readBlocks, readCell, readCellState } from '@groma/model';
import { createClient, LiveConnection, machine, notebook, type Client } from '@groma/protocol';
import { startGroma, type GromaServer } from '../large-file/groma-server.ts';

/** A notebook of one code block in a server of its own, seen over its live connection as a page sees it. */
export class GromaNotebook {
  #folder = '';
  #server: GromaServer | null = null;
  #live: LiveConnection | null = null;
  #id = '';
  #codeId = '';

  async start(): Promise<void> {
    this.#folder = await mkdtemp(join(tmpdir(), 'groma-bench-'));
    this.#server = await startGroma(this.#folder, false);
    const { origin, cookie, projectId } = this.#server;
    const made = await this.client.call(notebook.createNotebook, {
      params: { projectId },
      body: { name: 'Bench', initialTemplate: [{ id: 'block', type: 'code', props: { code: '0' } }] },
    });
    this.#id = made.data.id;
    await this.client.call(machine.startMachine, { params: { projectId }, body: {} });
    const openSocket = (url: string): WebSocket => new WebSocket(url, { headers: { cookie } });
    this.#live = new LiveConnection({
      url: `${origin.replace('http', 'ws')}/parties/main/${this.#id}`,
      doc: new Doc(),
      openSocket: openSocket as never,
    });
    await this.#live.whenSynced();
    this.#codeId = readBlocks(this.#live.doc)[0]?.codeId ?? '';
    await this.run('0');
  }

  /** Runs a cell; resolves when everything it gave, and that it has ended, is on disk. */
  async run(code: string): Promise<void> {
    await this.runUntilSeen(code);
    // Edits come to the disk in order: when this one is there, so is all that was seen before it.
    this.#doc.getMap('bench').set('seen', performance.now());
    await this.#live?.whenSaved();
  }

  /** Runs a cell; resolves when it is seen to have ended, with the outputs that are in the document. */
  async runUntilSeen(code: string): Promise<string> {
    const cell = cellOf(this.#doc, this.#codeId);
    if (!cell) throw new Error('The notebook has lost its code block.');
    const before = readCellState(cell).executionCount;
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = (): void => {
      const { status, executionCount } = readCellState(cell);
      if (status === 'completed' && executionCount !== null && executionCount !== before) resolve();
    };
    cell.observe(look);
    try {
      await this.client.call(notebook.postToNotebook, {
        params: { notebookId: this.#id },
        body: { type: 'Enqueue_Code', blockId: 'block', code },
      });
      await promise;
    } finally {
      cell.unobserve(look);
    }
    return readCell(cell)
      .outputs.map((output) => ('text' in output ? output.text : ''))
      .join('');
  }

  /** What the block shows, with what is kept beside the notebook read again from the server. */
  async wholeOutput(): Promise<string> {
    const { projectId } = this.#server!;
    const texts: string[] = [];
    for (const output of readCell(cellOf(this.#doc, this.#codeId)!).outputs) {
      if (output.kind !== 'stored') texts.push(('text' in output && output.text) || '');
      else
        texts.push(
          await (
            await this.client.open(notebook.downloadOutput, {
              params: { notebookId: this.#id, projectId, outputId: output.id },
            })
          ).text(),
        );
    }
    return texts.join('');
  }

  async stop(): Promise<void> {
    this.#live?.close();
    if (this.#server && this.#server.process.exitCode === null) {
      this.#server.process.kill('SIGINT');
      await once(this.#server.process, 'exit');
    }
    if (this.#folder) await rm(this.#folder, { recursive: true, force: true });
  }

  /** Calls of the person whose notebook it is. */
  get client(): Client {
    const { origin, cookie } = this.#server!;
    return createClient(origin, () => ({ cookie }));
  }

  get projectId(): string {
    return this.#server!.projectId;
  }

  get #doc(): Doc {
    return this.#live!.doc;
  }
}
