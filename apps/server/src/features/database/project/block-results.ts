import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dottedNames, type ProjectId } from '@groma/model';
import type { DatabaseParts } from '../database-parts.ts';
import type { KeptRelation } from '../engine/engine.ts';
import { failedSql } from '../process/database-process.ts';
import { convertArrow } from './convert-arrow.ts';
import { isReadAt } from './is-read-at.ts';
import { deleteOlder, keptMs, type AskingPerson } from './project-relations.ts';

/** A block of a notebook that a database answers, by the name of its result. */
export interface AskingBlock {
  notebookId: string;
  result: string;
}

type ResultParts = Pick<DatabaseParts, 'platform' | 'records' | 'relations'>;

/** Beside the layers, where the process of the project's database reads. */
const folderName = 'results';

/** Keeps the rows that a database has answered a block, for the other blocks of its notebook, for a day. */
export async function keepBlockResult(
  parts: ResultParts,
  projectId: ProjectId,
  block: AskingBlock,
  pieces: readonly Uint8Array[],
): Promise<void> {
  const folder = await keptFolder(parts, projectId);
  await mkdir(folder, { recursive: true });
  await deleteOlder(folder, await readdir(folder), keptMs);
  const path = join(folder, `${keyOf(block)}.arrow`);
  const unfinished = `${path}.${crypto.randomUUID()}`;
  try {
    await writeFile(unfinished, pieces, { mode: 0o600 });
    await rename(unfinished, path);
  } finally {
    await rm(unfinished, { force: true });
  }
}

/**
 * The results of other blocks that the statements of one name, `results."name"`.
 * @throws GromaError SQL_FAILED for one that is not there
 */
export async function namedResults(
  parts: ResultParts,
  databaseId: string,
  texts: readonly string[],
  { notebookId, person }: { notebookId: string; person: AskingPerson },
): Promise<KeptRelation[]> {
  const names = new Map<string, { name: string; isRead: boolean }>();
  for (const text of texts)
    for (const [catalog, name] of dottedNames(text)) {
      if (catalog!.name.toLowerCase() !== 'results') continue;
      const key = name!.name.toLowerCase();
      const isRead = isReadAt(text, catalog!.start) || (names.get(key)?.isRead ?? false);
      names.set(key, { name: name!.name, isRead });
    }
  const found: KeptRelation[] = [];
  for (const [key, { name, isRead }] of names) {
    const shown = await show(parts, databaseId, { notebookId, result: key }, person);
    if (shown) found.push({ catalog: 'results', schema: notebookId, name, ...shown });
    else if (isRead)
      throw failedSql({
        kind: 'missing',
        detail: `No block of this notebook has a result "${name}". Results are those of SQL blocks that name a database, for a day after they were run.`,
      });
  }
  return found;
}

/** Writes a kept result as a table when it is first named. */
async function show(
  parts: ResultParts,
  databaseId: string,
  block: AskingBlock,
  { projectId, signal }: AskingPerson,
): Promise<Pick<KeptRelation, 'file' | 'casts'> | null> {
  const kept = join(await keptFolder(parts, projectId), `${keyOf(block)}.arrow`);
  const found = await stat(kept, { bigint: true }).catch(() => null);
  if (!found) return null;
  const folder = join(await parts.relations.folderOf(projectId, databaseId), folderName);
  await mkdir(folder, { recursive: true });
  await deleteOlder(folder, await readdir(folder), keptMs);
  const name = `${keyOf(block)}-${found.mtimeNs}`;
  const about = join(folder, `${name}.json`);
  const known = await readFile(about, 'utf8').catch(() => null);
  if (known !== null) return JSON.parse(known) as { file: string; casts: Record<string, string> };
  const unfinished = join(folder, `${name}.${crypto.randomUUID()}`);
  try {
    const { casts } = await convertArrow(kept, unfinished, signal);
    await rename(unfinished, join(folder, `${name}.parquet`));
    const shown = { file: join(folderName, `${name}.parquet`), casts };
    await writeFile(about, JSON.stringify(shown));
    return shown;
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function keptFolder({ platform, records }: ResultParts, projectId: ProjectId): Promise<string> {
  const [own] = await records.list(projectId);
  return join(await platform.files.databaseFolder(projectId), `results-of-${own!.id}`);
}

function keyOf({ notebookId, result }: AskingBlock): string {
  return createHash('sha256').update(`${notebookId} ${result.toLowerCase()}`).digest('hex').slice(0, 32);
}
