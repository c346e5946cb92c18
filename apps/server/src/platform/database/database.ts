import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import * as tables from './tables/index.ts';
import { DatabaseClient, isWithoutDatabase } from './without-database.ts';

/** The records: typed queries, and the pool below them for what queries cannot say. */
export interface Database {
  query: NodePgDatabase<typeof tables>;
  pool: pg.Pool;
  url: string;
  close(): Promise<void>;
}

const migrations = fileURLToPath(new URL('./migrations', import.meta.url));

/** Opens a database and brings its tables up to date. A database that is not there yet is made. */
export async function openDatabase(url: string, poolSize = 20): Promise<Database> {
  await createIfMissing(url);
  const pool = new pg.Pool({ Client: DatabaseClient, connectionString: url, max: poolSize, application_name: 'groma' });
  // A connection lost while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  const query = drizzle({ client: pool, schema: tables });
  query.transaction = transactionsOf(pool);
  await migrate(query, { migrationsFolder: migrations });
  return { query, pool, url, close: () => pool.end() };
}

/**
 * Transactions that give their connection back whatever happens. The query builder's own keep it for ever when it is
 * lost before they have begun: after as many losses as there are connections nobody gets one any more.
 */
function transactionsOf(pool: pg.Pool): Database['query']['transaction'] {
  const builders = new WeakMap<pg.PoolClient, Database['query']>();
  return async (work, config) => {
    const client = await pool.connect();
    const builder = builders.get(client) ?? drizzle({ client, schema: tables });
    builders.set(client, builder);
    try {
      const result = await builder.transaction(work, config);
      client.release();
      return result;
    } catch (error) {
      client.release(isWithoutDatabase(error));
      throw error;
    }
  };
}

async function createIfMissing(url: string): Promise<void> {
  const maintenance = new URL(url);
  const name = maintenance.pathname.slice(1);
  maintenance.pathname = '/postgres';
  const probe = new pg.Client({ connectionString: url });
  try {
    await probe.connect();
  } catch (failure) {
    if ((failure as { code?: string }).code !== '3D000') throw failure;
    const client = new pg.Client({ connectionString: maintenance.href });
    await client.connect();
    await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`).finally(() => client.end());
  } finally {
    await probe.end().catch(() => undefined);
  }
}
