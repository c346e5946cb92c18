import { asc, eq } from '../../../platform/database/drizzle.ts';
import { GromaError, newId, type NotebookId, type ProjectId } from '@groma/model';
import type { NotebookInfo } from '@groma/protocol';
import * as Y from 'yjs';
import { recordsNow } from '../../../platform/database/record-clock.ts';
import { notebooks } from '../../../platform/database/tables/index.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fillCopy } from './copy-notebook.ts';
import type { OutputStore } from '../output/output-store.ts';
import { namedOutputs } from '../output/whole-outputs.ts';
import { PreparedNotebook } from '../template/prepared-notebook.ts';
import { workOnTemplate } from '../template/template-thread.ts';

type Row = typeof notebooks.$inferSelect;

/** The comments of notebooks, which go with them. */
interface Threads {
  delete(notebookId: string): Promise<void>;
}

/**
 * The notebooks of all projects: records, and the live documents that hold their text. Lists that change are told on
 * the bus.
 */
export class NotebookRecords {
  readonly #platform: Platform;
  readonly #outputs: OutputStore;
  readonly #threads: Threads;

  constructor(platform: Platform, outputs: OutputStore, threads: Threads) {
    this.#platform = platform;
    this.#outputs = outputs;
    this.#threads = threads;
  }

  async list(projectId: ProjectId): Promise<NotebookInfo[]> {
    const rows = await this.#platform.database.query
      .select()
      .from(notebooks)
      .where(eq(notebooks.projectId, projectId))
      .orderBy(asc(notebooks.name), asc(notebooks.createdAt));
    return rows.map(present);
  }

  /** @throws GromaError NOTEBOOK_NOT_FOUND */
  async read(notebookId: string): Promise<NotebookInfo> {
    const [row] = await this.#platform.database.query.select().from(notebooks).where(eq(notebooks.id, notebookId));
    if (!row) throw new GromaError('NOTEBOOK_NOT_FOUND');
    return present(row);
  }

  /** Makes a notebook from a template. @throws GromaError BAD_NOTEBOOK_TEMPLATE, NOTEBOOK_TOO_LONG */
  async create(projectId: ProjectId, creatorId: string, name: string, template?: unknown): Promise<NotebookInfo> {
    const { pieces, state } =
      template instanceof PreparedNotebook ? await template.built() : await workOnTemplate('build', template);
    return this.#make(projectId, creatorId, name, async (id) => {
      for (const piece of pieces) await this.#outputs.keep(id, [piece]);
      return state;
    });
  }

  /** Copies a notebook with its outputs; what runs in the original is idle in the copy. */
  async duplicate(notebookId: string, creatorId: string, name?: string): Promise<NotebookInfo> {
    const original = await this.read(notebookId);
    const source = await this.#platform.documents.read(notebookId);
    return this.#make(
      original.project_id as ProjectId,
      creatorId,
      name ?? `${original.name.slice(0, 110)} copy`,
      async (id) => {
        const copy = new Y.Doc();
        fillCopy(copy, source);
        await this.#outputs.copy(notebookId, id, namedOutputs(copy));
        return (doc) => {
          Y.applyUpdate(doc, Y.encodeStateAsUpdate(copy));
        };
      },
    );
  }

  async rename(notebookId: string, name: string): Promise<NotebookInfo> {
    const [row] = await this.#platform.database.query
      .update(notebooks)
      .set({ name, updatedAt: recordsNow })
      .where(eq(notebooks.id, notebookId))
      .returning();
    if (!row) throw new GromaError('NOTEBOOK_NOT_FOUND');
    await this.#tell(row.projectId, { updatedId: row.id, updatedName: row.name });
    return present(row);
  }

  async delete(notebookId: string): Promise<void> {
    const [row] = await this.#platform.database.query.delete(notebooks).where(eq(notebooks.id, notebookId)).returning();
    if (!row) throw new GromaError('NOTEBOOK_NOT_FOUND');
    await this.#tell(row.projectId, { deletedIds: [row.id], deletedNames: [row.name] });
    await Promise.all([
      this.#platform.documents.delete(notebookId),
      this.#threads.delete(notebookId),
      this.#outputs.deleteAll([notebookId]),
    ]);
  }

  /** Notes that the text was edited. */
  async touch(notebookId: string): Promise<void> {
    const [row] = await this.#platform.database.query
      .update(notebooks)
      .set({ updatedAt: recordsNow })
      .where(eq(notebooks.id, notebookId))
      .returning({ projectId: notebooks.projectId });
    if (row) await this.#platform.bus.publish('document-edited', row);
  }

  async #make(
    projectId: ProjectId,
    creatorId: string,
    name: string,
    prepare: (id: string) => Promise<Uint8Array | ((doc: Y.Doc) => void)>,
  ): Promise<NotebookInfo> {
    const id = newId<'notebook'>();
    const build = await prepare(id);
    // The document first: a record without one could not be opened.
    await this.#platform.documents.create(id, build);
    const [row] = await this.#platform.database.query
      .insert(notebooks)
      .values({ id, projectId, name, creatorId })
      .returning();
    await this.#tell(projectId, { updatedId: id, updatedName: name });
    return present(row!);
  }

  #tell(projectId: string, change: Omit<NotebooksChanged, 'projectId'>): Promise<void> {
    return this.#platform.bus.publish('notebooks-changed', { projectId, ...change } satisfies NotebooksChanged);
  }
}

/** What the bus carries under `notebooks-changed`. */
export interface NotebooksChanged {
  projectId: string;
  deletedIds?: string[];
  deletedNames?: string[];
  updatedId?: string;
  updatedName?: string;
}

function present(row: Row): NotebookInfo {
  return {
    id: row.id as NotebookId,
    name: row.name,
    project_id: row.projectId,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
