import type pg from 'pg';
import type { Engine } from '../engine.ts';
import { TypeNames } from './postgres-columns.ts';
import { connectPostgres, type PostgresSettings } from './postgres-connect.ts';
import { asPostgresError } from './postgres-error.ts';
import { readPostgresSchema } from './postgres-schema.ts';
import { PostgresSession } from './postgres-session.ts';

/** A PostgreSQL somewhere. Each conversation has a connection of its own; one more is for questions about types. */
export function openPostgres(settings: PostgresSettings): Engine {
  const types = new TypeNames();
  let kept: Promise<pg.Client> | undefined;
  const typeClient = (): Promise<pg.Client> => {
    kept ??= connectPostgres(settings).then((client) => {
      client.on('end', () => {
        kept = undefined;
      });
      return client;
    });
    kept.catch(() => {
      kept = undefined;
    });
    return kept;
  };
  async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = await connectPostgres(settings);
    try {
      return await work(client);
    } catch (error) {
      throw asPostgresError(error);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  return {
    session: () => PostgresSession.open(settings, types, typeClient),
    schema: () => withClient((client) => readPostgresSchema(client, types)),
    version: () =>
      withClient(
        async (client) =>
          `PostgreSQL ${(await client.query<{ server_version: string }>('SHOW server_version')).rows[0]?.server_version}`,
      ),
    pageQuery: () => Promise.resolve(undefined),
    async close() {
      await (await kept?.catch(() => undefined))?.end().catch(() => undefined);
    },
  };
}
