import type { DuckDBConnection } from '@duckdb/node-api';
import { join } from 'node:path';
import { quoteIdentifier } from '@groma/model';
import { SqlError, type KeptRelation, type ProjectRelation } from '../engine.ts';
import type { FileViews } from './file-views.ts';

/**
 * Catalogs in which views stand for what a project has; what people would make there would be gone at the next start.
 */
const readOnly = /^(layers|files|tables|results)$/i;

/** The views by which statements read layers and files of a project, made as statements name them. */
export class ProjectViews {
  readonly #connection: DuckDBConnection;
  readonly #folder: string;
  readonly #files: FileViews | null;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(connection: DuckDBConnection, folder: string, files: FileViews | null) {
    this.#connection = connection;
    this.#folder = folder;
    this.#files = files;
  }

  /** One after the other, for two statements at once may name the same layer. */
  async define(relations: readonly ProjectRelation[]): Promise<void> {
    const turn = this.#turn.then(async () => {
      for (const relation of relations) {
        if (relation.catalog === 'files') await this.#files?.showNamed(relation.name);
        else await this.#defineRows(relation);
      }
    });
    this.#turn = turn.catch(() => undefined);
    await turn;
  }

  async #defineRows(relation: Extract<ProjectRelation, { catalog: 'layers' }> | KeptRelation): Promise<void> {
    const { catalog, schema, name } = relation;
    const files = 'files' in relation ? relation.files : relation.file === null ? null : [relation.file];
    const [inSchema, view] = [`${catalog}.${quoteIdentifier(schema)}`, quoteIdentifier(name)];
    const casts = Object.entries('casts' in relation ? relation.casts : {})
      .map(([column, type]) => `CAST(${quoteIdentifier(column)} AS ${type}) AS ${quoteIdentifier(column)}`)
      .join(', ');
    if (files === null) {
      await this.#connection.run(`DROP VIEW IF EXISTS ${inSchema}.${view}`).catch(() => undefined);
      return;
    }
    await this.#connection.run(`CREATE SCHEMA IF NOT EXISTS ${inSchema}`);
    const paths = files.map((file) => `'${join(this.#folder, file).replaceAll("'", "''")}'`).join(', ');
    await this.#connection.run(
      `CREATE OR REPLACE VIEW ${inSchema}.${view} AS SELECT *${casts && ` REPLACE (${casts})`} FROM read_parquet([${paths}])`,
    );
  }
}

const changing =
  /^\s*(?:create\s+(?:or\s+replace\s+)?(?:temp(?:orary)?\s+)?(?:recursive\s+)?(?:table|view|schema|macro|function|index|sequence|type)|drop\s+(?:table|view|schema|macro|function|index|sequence|type)|alter\s+(?:table|view|schema)|comment\s+on\s+\w+|detach(?:\s+database)?|use)\s+(?:if\s+(?:not\s+)?exists\s+)?("(?:[^"]|"")*"|\w+)/i;

/**
 * Comments are spaces to SQL. What looks like one within quotes changes no more than how a refused statement is read.
 */
function withoutComments(statement: string): string {
  return statement.replaceAll(/\/\*[\s\S]*?\*\/|--[^\n]*/g, ' ');
}

const changingDetail = {
  layers:
    'This statement can’t change layers. Make one by CREATE TABLE layers."map"."layer" AS SELECT …, and create everything else without “layers” before its name.',
  tables:
    'This statement can’t change tables of connected databases. Run it in that database, or create everything without “tables” before its name.',
  results: 'This statement can’t change results of blocks. Create everything without “results” before its name.',
  files:
    "This statement can’t change files. Write one by COPY (SELECT …) TO '/data/name.csv', and create everything else without “files” before its name.",
} as const;

/** @throws SqlError for a statement that would make or take away what stands for a layer or a file. */
export function refuseChange(statement: string): void {
  const name = changing.exec(withoutComments(statement))?.[1];
  if (name === undefined || !readOnly.test(name.replaceAll('"', ''))) return;
  throw new SqlError({
    kind: 'permission',
    detail: changingDetail[name.replaceAll('"', '').toLowerCase() as keyof typeof changingDetail],
    position: Math.max(0, statement.indexOf(name)),
  });
}
