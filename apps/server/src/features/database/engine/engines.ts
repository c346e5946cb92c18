import type { Engine, EngineSettings } from './engine.ts';

/** The family of drivers; each is loaded only where it is used. @throws SqlError when it does not open. */
export async function openEngine(settings: EngineSettings): Promise<Engine> {
  switch (settings.type) {
    case 'managed-duckdb':
      return (await import('./duckdb/duckdb-engine.ts')).openManaged(settings);
    case 'motherduck':
      return (await import('./duckdb/duckdb-engine.ts')).openMotherduck(settings);
    case 'postgres':
      return (await import('./postgres/postgres-engine.ts')).openPostgres(settings);
    default:
      return settings satisfies never;
  }
}
