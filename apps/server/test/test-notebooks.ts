// What tests of runs share: a project with notebooks, seen as those see them who watch.
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { cellOf, readBlocks, readCell, type CodeCell } from '@groma/model';
import { machine, notebook, type LiveConnection, type MainMessage } from '@groma/protocol';
import { testPythonEnvironment } from './test-kernel.ts';
import { startTestServer, type Person, type TestServer } from './test-server.ts';

/** A notebook with code blocks, seen through the connection of a viewer. */
interface WatchedNotebook {
  id: string;
  blockIds: string[];
  /** What somebody else, who only watches, sees of a block. */
  cell: (i: number) => CodeCell;
  post: (message: Record<string, unknown> & { type: MainMessage['type'] }) => Promise<{ blocks: number }>;
  runAll: () => Promise<{ blocks: number }>;
  until: (i: number, change: Partial<CodeCell>) => Promise<CodeCell>;
  text: (i: number) => string;
}

/** A server with one owner, one project, and notebooks in it. */
export class TestNotebooks {
  readonly server: TestServer;
  readonly owner: Person;
  readonly projectId: string;
  readonly #connections: LiveConnection[] = [];

  private constructor(server: TestServer, owner: Person, projectId: string) {
    this.server = server;
    this.owner = owner;
    this.projectId = projectId;
  }

  /** Has the tests of a file share one, which `take` is given; the connections of each test end with it. */
  static ofFile(take: (notebooks: TestNotebooks) => void, settings: Parameters<typeof startTestServer>[0] = {}): void {
    let started: TestNotebooks;
    beforeAll(async () => {
      started = await TestNotebooks.start(settings);
      take(started);
    });
    afterEach(() => {
      started.hangUp();
    });
    afterAll(() => started.server.close());
  }

  private static async start(settings: Parameters<typeof startTestServer>[0]): Promise<TestNotebooks> {
    const server = await startTestServer({ pythonEnvironment: testPythonEnvironment, ...settings });
    const owner = await server.signUp();
    return new TestNotebooks(server, owner, await owner.makeProject());
  }

  async startMachine(): Promise<void> {
    await this.owner.client.call(machine.startMachine, { params: { projectId: this.projectId }, body: {} });
  }

  /** A connection of somebody to a notebook, in step with it. */
  async watch(person: Person, id: string): Promise<LiveConnection> {
    const live = person.live('main', id);
    this.#connections.push(live);
    await live.whenSynced();
    return live;
  }

  /** Ends the connections of a test. */
  hangUp(): void {
    for (const live of this.#connections.splice(0)) live.close();
  }

  /** A notebook made of a template, as its maker sees it. */
  async openTemplate(template: { id?: string; type: string; props: Record<string, unknown> }[]) {
    const { owner, projectId } = this;
    const { id } = (
      await owner.client.call(notebook.createNotebook, {
        params: { projectId },
        body: { name: 'Made', initialTemplate: template },
      })
    ).data;
    const live = await this.watch(owner, id);
    const post = (body: MainMessage) =>
      owner.client.call(notebook.postToNotebook, { params: { notebookId: id }, body });
    const blocks = template
      .filter((block) => block.type === 'code')
      .map((block) => ({ blockId: block.id!, code: String(block.props['code']) }));
    return {
      id,
      live,
      post,
      cellOfBlock: (blockId: string) =>
        readCell(cellOf(live.doc, readBlocks(live.doc).find((block) => block.id === blockId)!.codeId!)!),
      runAll: () => post({ type: 'Enqueue_Blocks', blocks }),
    };
  }

  /** A notebook with one code block for each code, seen through the connection of a viewer. */
  async open(...codes: string[]): Promise<WatchedNotebook> {
    const { server, owner, projectId } = this;
    const { id } = (
      await owner.client.call(notebook.createNotebook, {
        params: { projectId },
        body: { name: 'Runs', initialTemplate: codes.map((code) => ({ type: 'code', props: { code } })) },
      })
    ).data;
    const watcher = await server.signUp();
    await server.share(owner, projectId, watcher, 'PROJECT_VIEWER');
    const live = await this.watch(watcher, id);
    const blocks = readBlocks(live.doc);
    const cell = (i: number) => readCell(cellOf(live.doc, blocks[i]!.codeId!)!);
    const post: WatchedNotebook['post'] = (message) =>
      owner.client.call(notebook.postToNotebook, {
        params: { notebookId: id },
        body: { notebookId: id, projectId, ...message } as MainMessage,
      });
    return {
      id,
      cell,
      post,
      blockIds: blocks.map((block) => block.id),
      runAll: () =>
        post({ type: 'Enqueue_Blocks', blocks: blocks.map((block, i) => ({ blockId: block.id, code: codes[i] })) }),
      until: async (i, change) => {
        // oxlint-disable-next-line vitest/no-standalone-expect -- called by tests
        await expect.poll(() => cell(i), { timeout: 40_000, interval: 20 }).toMatchObject(change);
        return cell(i);
      },
      text: (i) =>
        cell(i)
          .outputs.map((output) => ('text' in output ? output.text : ''))
          .join(''),
    };
  }
}
