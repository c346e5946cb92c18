// What tests of applications share: a published notebook, and readers who listen to a session.
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { expect } from 'vitest';
import { createNotebookDocument, fromTemplate, type AppSetting, type WholeOutput } from '@groma/model';
import { app, fillPath, type AppEvent, type AppValues } from '@groma/protocol';
import { insertPublication, type TestPublication } from './test-publication.ts';
import type { Person, TestServer } from './test-server.ts';

const setting: AppSetting = { mode: 'own', run_seconds: 60, idle_minutes: 10, sessions: 4 };

/** A slider `depth` at 3, and one code block for each code. */
export function publishApp(
  server: TestServer,
  author: Person,
  codes: readonly string[],
  { app: changes = {}, ...says }: Omit<TestPublication, 'versions'> & { app?: Partial<AppSetting> } = {},
) {
  const blocks = [
    { type: 'slider', props: { label: 'Depth', varName: 'depth', value: 3, min: 0, max: 10, step: 1 } },
    ...codes.map((code) => ({ type: 'code', props: { code } })),
  ];
  const versions = [{ version: '1.0.0', app: { ...setting, ...changes } }];
  return insertPublication(server, author, { type: 'NOTEBOOK', ...says, versions }, (id) =>
    server.realtime.documents.create(id, (doc) => {
      createNotebookDocument(doc, fromTemplate(blocks));
    }),
  );
}

/** Somebody who reads an application, with the cookies they send. */
export class TestReader {
  readonly events: AppEvent[] = [];
  readonly #server: Pick<TestServer, 'origin'>;
  readonly #cookie: string;
  readonly #aborter = new AbortController();
  /** The connection has ended. */
  isGone = false;

  constructor(server: Pick<TestServer, 'origin'>, cookie = '') {
    this.#server = server;
    this.#cookie = cookie;
  }

  /** Asks for a session; the status of the answer, whose events are then gathered. */
  async open(templateId: string): Promise<number> {
    const reply = await this.#post(app.openAppSession.path, { template_id: templateId });
    if (reply.ok && reply.body) void this.#listen(reply.body);
    return reply.status;
  }

  /** Sets inputs; the status of the answer. */
  async run(values: AppValues, session = this.session): Promise<number> {
    return (await this.#post(fillPath(app.runApp.path, { sessionId: session }), { values })).status;
  }

  leave(): void {
    this.#aborter.abort();
  }

  get session(): string {
    const ready = this.events.find((event) => event.type === 'ready');
    if (!ready) throw new Error('There is no session yet.');
    return ready.session;
  }

  /** The newest of what the blocks that were told of show, as text, by their ids. */
  get shown(): Map<string, string> {
    const cells = this.events.flatMap((event) =>
      event.type === 'cell' ? [event] : event.type === 'ready' ? event.cells : [],
    );
    return new Map(cells.map(({ id, outputs }) => [id, outputs.map(textOf).join('')]));
  }

  /** Waits for the first event of a type after the first `from`. */
  async until<Type extends AppEvent['type']>(type: Type, from = 0): Promise<Extract<AppEvent, { type: Type }>> {
    const find = () => this.events.slice(from).find((event) => event.type === type);
    // oxlint-disable-next-line vitest/no-standalone-expect -- called by tests
    await expect.poll(find, { timeout: 60_000, interval: 20 }).toBeDefined();
    return find() as Extract<AppEvent, { type: Type }>;
  }

  /** Runs, and gives what the blocks show then. */
  async ran(values: AppValues): Promise<string[]> {
    await this.until('ready');
    const from = this.events.length;
    // oxlint-disable-next-line vitest/no-standalone-expect -- called by tests
    expect(await this.run(values)).toBe(200);
    await this.until('rest', from);
    return [...this.shown.values()];
  }

  #post(path: string, body: unknown): Promise<Response> {
    return fetch(this.#server.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(this.#cookie !== '' && { cookie: this.#cookie }) },
      body: JSON.stringify(body),
      signal: this.#aborter.signal,
    });
  }

  async #listen(body: ReadableStream): Promise<void> {
    const lines = createInterface({ input: Readable.fromWeb(body as never).on('error', () => undefined) });
    try {
      for await (const line of lines) this.events.push(app.appEvent.parse(JSON.parse(line)));
    } catch {
      // Cut off.
    }
    this.isGone = true;
  }
}

function textOf(output: WholeOutput): string {
  return output.kind === 'traceback'
    ? `${output.name}: ${output.message}`
    : 'text' in output
      ? (output.text ?? '')
      : '';
}
