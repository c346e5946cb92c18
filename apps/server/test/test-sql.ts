import { tableFromIPC } from 'apache-arrow';
import { database, readSqlFrames, type SqlEvent } from '@groma/protocol';
import type { Person } from './test-server.ts';

/** What a query has told, and the rows of its last statement that has any. */
interface Answer {
  rows: unknown[][];
  events: SqlEvent[];
}

export const errorOf = (events: readonly SqlEvent[]) => events.find((event) => event.type === 'error');

/** Runs queries of a person in a database, as the SQL editor does. */
export class TestSql {
  readonly #person: Pick<Person, 'client'>;
  readonly databaseId: string;

  constructor(person: Pick<Person, 'client'>, databaseId: string) {
    this.#person = person;
    this.databaseId = databaseId;
  }

  /** In the project's own database. */
  static async ofProject(person: Pick<Person, 'client'>, projectId: string): Promise<TestSql> {
    const { data } = await person.client.call(database.listDatabases, { params: { projectId } });
    return new TestSql(person, data[0]!.id);
  }

  async run(query: string, { runId, signal }: { runId?: string; signal?: AbortSignal } = {}): Promise<Answer> {
    const response = await this.#person.client.open(database.runQuery, {
      params: { databaseId: this.databaseId },
      body: { query, ...(runId !== undefined && { run_id: runId }) },
      signal,
    });
    const [events, pieces]: [SqlEvent[], Uint8Array[]] = [[], []];
    let rows: unknown[][] = [];
    for await (const frame of readSqlFrames(response.body!)) {
      if ('arrow' in frame) pieces.push(frame.arrow.slice());
      else events.push(frame.event);
      if ('event' in frame && frame.event.type === 'statement_end' && pieces.length > 0) {
        rows = tableFromIPC(pieces.splice(0))
          .toArray()
          .map((row) => Object.values((row as { toJSON(): object }).toJSON()));
      }
    }
    return { rows, events };
  }

  /** The rows of a query that must not fail. */
  async rows(query: string): Promise<unknown[][]> {
    const { rows, events } = await this.run(query);
    const error = errorOf(events);
    if (error) throw new Error(error.message);
    return rows;
  }

  /** What a query fails with. */
  async failure(query: string) {
    return errorOf((await this.run(query)).events);
  }
}
