import type { DatabaseParts } from '../database-parts.ts';
import type { ProjectRelation } from '../engine/engine.ts';
import type { AskingPerson } from './project-relations.ts';

/**
 * What statements name of the project that a database belongs to, where that is the project's own; undefined for all
 * others. A view that a statement names may name layers in its turn.
 * @throws GromaError as `ProjectRelations.named`, and where the database does not start.
 */
export async function relationsOf(
  { records, open, relations }: Pick<DatabaseParts, 'records' | 'open' | 'relations'>,
  databaseId: string,
  statements: readonly string[],
  person: AskingPerson,
): Promise<ProjectRelation[] | undefined> {
  if ((await records.typeOf(databaseId)) !== 'project') return undefined;
  const process = await open.use(databaseId);
  const views = await process.ask<{ name: string; sql: string }[]>('/views', {}, person.signal);
  return relations.named(databaseId, withViews(statements, views), person);
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
