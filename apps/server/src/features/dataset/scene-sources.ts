import { and, asc, count, eq } from '../../platform/database/drizzle.ts';
import { GromaError, newId, parseExistingPath, type ProjectId, type UserId } from '@groma/model';
import type { SceneSource } from '@groma/protocol';
import type { Database } from '../../platform/database/database.ts';
import { sceneSources } from '../../platform/database/tables/index.ts';
import { knownSourceTable } from './known-sources.ts';
import { isPath } from './stac/locations.ts';

const mostSources = 50;

/** A source with what only the server is to know. */
export interface FoundSource extends SceneSource {
  signingAddress: string | null;
  /** How the hosts end whose files it signs; an empty text for all. */
  signedHosts: string;
}

/** Where the scenes of a project can be looked for. */
export class SceneSources {
  readonly #query: Database['query'];

  constructor({ query }: Database) {
    this.#query = query;
  }

  /** Those of the project, the oldest first, then those that all know. */
  async list(projectId: ProjectId): Promise<FoundSource[]> {
    const added = await this.#query
      .select()
      .from(sceneSources)
      .where(eq(sceneSources.projectId, projectId))
      .orderBy(asc(sceneSources.createdAt));
    return [...added.map(sourceOf), ...known];
  }

  /** @throws GromaError NOT_FOUND */
  async find(projectId: ProjectId, sourceId: string): Promise<FoundSource> {
    const found = known.find(({ id }) => id === sourceId) ?? (await this.#added(projectId, sourceId));
    if (!found) throw new GromaError('NOT_FOUND', { noun: 'source' });
    return found;
  }

  /** @throws GromaError STAC_SOURCE_EXISTS, STAC_SOURCES_MANY */
  async add(
    { projectId, userId }: { projectId: ProjectId; userId: UserId },
    source: { name: string; address: string; signingAddress: string | null },
  ): Promise<FoundSource> {
    const [held] = await this.#query
      .select({ count: count() })
      .from(sceneSources)
      .where(eq(sceneSources.projectId, projectId));
    if ((held?.count ?? 0) >= mostSources) throw new GromaError('STAC_SOURCES_MANY', { limit: mostSources });
    const [row] = await this.#query
      .insert(sceneSources)
      .values({ id: newId(), projectId, userId, ...source })
      .onConflictDoNothing()
      .returning();
    if (!row) throw new GromaError('STAC_SOURCE_EXISTS', { name: source.name });
    return sourceOf(row);
  }

  /** @throws GromaError NOT_FOUND */
  async remove(projectId: ProjectId, sourceId: string): Promise<void> {
    const removed = await this.#query
      .delete(sceneSources)
      .where(and(eq(sceneSources.projectId, projectId), eq(sceneSources.id, sourceId)))
      .returning({ id: sceneSources.id });
    if (removed.length === 0) throw new GromaError('NOT_FOUND', { noun: 'source' });
  }

  async #added(projectId: ProjectId, sourceId: string): Promise<FoundSource | undefined> {
    const [row] = await this.#query
      .select()
      .from(sceneSources)
      .where(and(eq(sceneSources.projectId, projectId), eq(sceneSources.id, sourceId)));
    return row && sourceOf(row);
  }
}

/** An address as it is kept. @throws GromaError BAD_INPUT, BAD_PATH */
export function checkAddress(text: string, field: string): string {
  if (isPath(text)) return parseExistingPath(text);
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new GromaError('BAD_INPUT', {
      detail: `${field}: “${text}” is neither an address that begins with https:// nor a path that begins with /data/.`,
    });
  url.hash = '';
  return url.href;
}

function sourceOf({ id, name, address, signingAddress }: typeof sceneSources.$inferSelect): FoundSource {
  return {
    id,
    name,
    address,
    kind: isPath(address) ? 'folder' : 'added',
    is_open: true,
    signingAddress,
    signedHosts: '',
  };
}

const known: readonly FoundSource[] = knownSourceTable.map(
  ({ id, name, address, isOpen, signingAddress = null, signedHosts = '' }) => ({
    id,
    name,
    address,
    kind: 'known',
    is_open: isOpen,
    signingAddress,
    signedHosts,
  }),
);
