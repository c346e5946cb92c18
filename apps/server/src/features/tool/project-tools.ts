import { and, asc, eq } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import {
  cellOf,
  GromaError,
  notebookToolFields,
  parseProjectToolId,
  projectTool,
  projectToolId,
  readBlocks,
  readCell,
  type ProjectId,
  type ProjectToolTexts,
  type ToolDefinition,
  type ToolField,
} from '@groma/model';
import type * as Y from 'yjs';
import { recordsNow } from '../../platform/database/record-clock.ts';
import { projectTools } from '../../platform/database/tables/index.ts';
import type { Platform } from '../../platform/platform.ts';

type Row = typeof projectTools.$inferSelect;

/** What a tool of a project is made of, and what people set before it runs. */
export interface ProjectTool {
  definition: ToolDefinition;
  /** Changes with what the tool does. */
  version: string;
  source: { kind: 'notebook'; notebookId: string } | { kind: 'query'; databaseId: string; query: string };
}

/** A query that is to be a tool. */
export type WantedQuery = ProjectToolTexts & { query: string; fields: ToolField[] };

/**
 * The notebooks and queries that people offer as tools. What a notebook takes is read from its document as it is then.
 */
export class ProjectTools {
  readonly #platform: Platform;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  async list(projectId: ProjectId): Promise<ProjectTool[]> {
    const rows = await this.#query
      .select()
      .from(projectTools)
      .where(eq(projectTools.projectId, projectId))
      .orderBy(asc(projectTools.heading), asc(projectTools.title), asc(projectTools.createdAt));
    return Promise.all(rows.map((row) => this.#read(row)));
  }

  /** Undefined for one that is not there, or is another project's. */
  async find(projectId: ProjectId, toolId: string): Promise<ProjectTool | undefined> {
    if (!parseProjectToolId(toolId)) return undefined;
    const [row] = await this.#query
      .select()
      .from(projectTools)
      .where(and(eq(projectTools.id, toolId), eq(projectTools.projectId, projectId)));
    return row && this.#read(row);
  }

  async offerNotebook(
    { projectId, userId, notebookId }: { projectId: ProjectId; userId: string; notebookId: string },
    texts: ProjectToolTexts,
  ): Promise<ProjectTool> {
    const [row] = await this.#query
      .insert(projectTools)
      .values({
        id: projectToolId({ kind: 'notebook', id: notebookId }),
        projectId,
        notebookId,
        creatorId: userId,
        ...texts,
      })
      .onConflictDoUpdate({ target: projectTools.id, set: { ...texts, updatedAt: recordsNow as never } })
      .returning();
    return this.#read(row!);
  }

  async offerQuery(
    { projectId, userId, databaseId }: { projectId: ProjectId; userId: string; databaseId: string },
    wanted: WantedQuery,
  ): Promise<ProjectTool> {
    const id = projectToolId({ kind: 'query', id: crypto.randomUUID() });
    const [row] = await this.#query
      .insert(projectTools)
      .values({ id, projectId, databaseId, creatorId: userId, ...wanted })
      .returning();
    return this.#read(row!);
  }

  /** @throws GromaError NOT_FOUND */
  async changeQuery(databaseId: string, queryId: string, wanted: WantedQuery): Promise<ProjectTool> {
    const [row] = await this.#query
      .update(projectTools)
      .set({ ...wanted, updatedAt: recordsNow as never })
      .where(this.#ofDatabase(databaseId, queryId))
      .returning();
    if (!row) throw new GromaError('NOT_FOUND', { noun: 'tool' });
    return this.#read(row);
  }

  /** @throws GromaError NOT_FOUND */
  async withdrawQuery(databaseId: string, queryId: string): Promise<void> {
    const [row] = await this.#query.delete(projectTools).where(this.#ofDatabase(databaseId, queryId)).returning();
    if (!row) throw new GromaError('NOT_FOUND', { noun: 'tool' });
  }

  async withdrawNotebook(notebookId: string): Promise<void> {
    await this.#query.delete(projectTools).where(eq(projectTools.notebookId, notebookId));
  }

  get #query(): Platform['database']['query'] {
    return this.#platform.database.query;
  }

  #ofDatabase(databaseId: string, queryId: string) {
    return and(
      eq(projectTools.id, projectToolId({ kind: 'query', id: queryId })),
      eq(projectTools.databaseId, databaseId),
    );
  }

  async #read(row: Row): Promise<ProjectTool> {
    const key = parseProjectToolId(row.id)!;
    if (row.notebookId === null)
      return {
        definition: projectTool(key, row, row.fields),
        version: hashOf([row.query, row.fields]),
        source: { kind: 'query', databaseId: row.databaseId!, query: row.query! },
      };
    const doc = await this.#platform.documents.read(row.notebookId);
    return {
      definition: projectTool(key, row, notebookToolFields(doc)),
      version: hashOf(codeOf(doc)),
      source: { kind: 'notebook', notebookId: row.notebookId },
    };
  }
}

/** What of a notebook decides on its results: its code, block by block. */
function codeOf(doc: Y.Doc): unknown {
  return readBlocks(doc).flatMap(({ codeId }) => {
    const cell = codeId === null ? undefined : cellOf(doc, codeId);
    if (!cell) return [];
    const { language, code } = readCell(cell);
    return code.trim() === '' ? [] : [[language, code]];
  });
}

function hashOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16);
}
