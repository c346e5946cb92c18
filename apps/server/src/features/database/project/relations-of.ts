import type { DatabaseParts } from '../database-parts.ts';
import type { ProjectRelation } from '../engine/engine.ts';
import { namedResults } from './block-results.ts';
import { fetchTables } from './fetched-tables.ts';
import type { AskingPerson } from './project-relations.ts';

/**
 * What statements name of the project that a database belongs to, where that is the project's own; undefined for all
 * others. A view that a statement names may name layers in its turn.
 * @throws GromaError as `ProjectRelations.named`, `fetchTables` and `namedResults`, and where the database does not
 * start.
 */
export async function relationsOf(
  parts: Pick<DatabaseParts, 'platform' | 'records' | 'open' | 'relations'>,
  databaseId: string,
  statements: readonly string[],
  person: AskingPerson,
): Promise<ProjectRelation[] | undefined> {
  const { records, relations } = parts;
  if ((await records.typeOf(databaseId)) !== 'project') return undefined;
  const texts = await textsRead(parts, databaseId, statements, person);
  const { notebookId } = person;
  return [
    ...(await relations.named(databaseId, texts, person)),
    ...(await fetchTables(parts, databaseId, texts, person)),
    ...(notebookId === undefined ? [] : await namedResults(parts, databaseId, texts, { notebookId, person })),
  ];
}

/**
 * Statements over a project with the text of the views that they name.
 * @throws GromaError where the database does not start
 */
export async function textsRead(
  { open }: Pick<DatabaseParts, 'open'>,
  databaseId: string,
  statements: readonly string[],
  { signal }: AskingPerson,
): Promise<string[]> {
  const process = await open.use(databaseId);
  return withViews(statements, await process.ask<{ name: string; sql: string }[]>('/views', {}, signal));
}

/** Statements and the views that they name, and those that these name. */
function withViews(statements: readonly string[], views: readonly { name: string; sql: string }[]): string[] {
  const texts = [...statements];
  const rest = new Set(views);
  for (let at = 0; at < texts.length; at++) {
    const text = texts[at]!.toLowerCase();
    for (const view of rest) {
      if (!text.includes(view.name.toLowerCase())) continue;
      rest.delete(view);
      texts.push(view.sql);
    }
  }
  return texts;
}
