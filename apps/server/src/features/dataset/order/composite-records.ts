import { createHash } from 'node:crypto';
import { and, eq } from '../../../platform/database/drizzle.ts';
import { compositeGrid, compositeRecipe, GromaError, type CompositeRecipe, type ProjectId } from '@groma/model';
import type { Database } from '../../../platform/database/database.ts';
import { composites } from '../../../platform/database/tables/index.ts';

type Grid = (typeof composites.$inferInsert)['grid'];

/** Composites that are kept in memory: a map asks for dozens of tiles at once. */
const mostKept = 64;

/** Composites that layers are drawn of. */
export class CompositeRecords {
  readonly #query: Database['query'];
  readonly #known = new Map<string, Promise<{ recipe: CompositeRecipe; grid: Grid }>>();

  constructor({ query }: Database) {
    this.#query = query;
  }

  /** Keeps a composite and answers its id: the same is kept once. */
  async keep(projectId: ProjectId, recipe: CompositeRecipe, grid: Grid): Promise<string> {
    const id = createHash('sha256')
      .update(JSON.stringify([recipe, grid]))
      .digest('base64url')
      .slice(0, 22);
    await this.#query.insert(composites).values({ id, projectId, recipe, grid }).onConflictDoNothing();
    return id;
  }

  /** @throws GromaError NOT_FOUND */
  find(projectId: ProjectId, id: string): Promise<{ recipe: CompositeRecipe; grid: Grid }> {
    const key = `${projectId} ${id}`;
    const found = this.#known.get(key) ?? this.#read(projectId, id);
    this.#known.delete(key);
    this.#known.set(key, found);
    found.catch(() => this.#known.delete(key));
    const [oldest] = this.#known.keys();
    if (this.#known.size > mostKept && oldest !== undefined) this.#known.delete(oldest);
    return found;
  }

  async #read(projectId: ProjectId, id: string): Promise<{ recipe: CompositeRecipe; grid: Grid }> {
    const [row] = await this.#query
      .select()
      .from(composites)
      .where(and(eq(composites.projectId, projectId), eq(composites.id, id)));
    if (!row) throw new GromaError('NOT_FOUND', { noun: 'composite' });
    return { recipe: compositeRecipe.parse(row.recipe), grid: compositeGrid.parse(row.grid) };
  }
}
