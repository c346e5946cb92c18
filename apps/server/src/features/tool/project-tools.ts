import { and, asc, eq } from '../../platform/database/drizzle.ts';
import { createHash } from 'node:crypto';
import {
  canBeTool,
  cellOf,
  GromaError,
  mostWorkflowDepth,
  notebookToolFields,
  parseProjectToolId,
  projectTool,
  projectToolId,
  readBlocks,
  readCell,
  readWorkflowGraph,
  workflowToolFields,
  workflowToolOutputs,
  workflowToolUses,
  type ProjectId,
  type ProjectToolTexts,
  type ToolDefinition,
  type ToolField,
  type WorkflowGraph,
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
  source:
    | { kind: 'notebook'; notebookId: string }
    | { kind: 'query'; databaseId: string; query: string }
    | { kind: 'workflow'; workflowId: string };
}

/** A query that is to be a tool. */
export type WantedQuery = ProjectToolTexts & { query: string; fields: ToolField[] };

/**
 * The notebooks, queries and workflows that people offer as tools. What a notebook or workflow takes is read from its
 * document as it is then.
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
    const row = await this.#row(projectId, toolId);
    return row && this.#read(row);
  }

  async #row(projectId: ProjectId, toolId: string): Promise<Row | undefined> {
    const [row] = await this.#query
      .select()
      .from(projectTools)
      .where(and(eq(projectTools.id, toolId), eq(projectTools.projectId, projectId)));
    return row;
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

  /** @throws GromaError BAD_INPUT for a workflow that gives nothing, or is a basic one */
  async offerWorkflow(
    { projectId, userId, workflowId }: { projectId: ProjectId; userId: string; workflowId: string },
    texts: ProjectToolTexts,
  ): Promise<ProjectTool> {
    if (!canBeTool(await this.#graph(workflowId)))
      throw new GromaError('BAD_INPUT', {
        detail: 'workflow: a tool is a general workflow that saves something.',
      });
    const [row] = await this.#query
      .insert(projectTools)
      .values({
        id: projectToolId({ kind: 'workflow', id: workflowId }),
        projectId,
        workflowId,
        creatorId: userId,
        ...texts,
      })
      .onConflictDoUpdate({ target: projectTools.id, set: { ...texts, updatedAt: recordsNow as never } })
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

  async withdrawWorkflow(workflowId: string): Promise<void> {
    await this.#query.delete(projectTools).where(eq(projectTools.workflowId, workflowId));
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
    if (row.workflowId !== null) return this.#readWorkflow(row, row.workflowId);
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

  async #readWorkflow(row: Row, workflowId: string): Promise<ProjectTool> {
    const graph = await this.#graph(workflowId);
    const uses = workflowToolUses(graph);
    return {
      definition: projectTool(parseProjectToolId(row.id)!, row, workflowToolFields(graph), {
        outputs: workflowToolOutputs(graph).map(({ name }) => name),
        uses,
      }),
      version: hashOf(await this.#stepsOf(row.projectId as ProjectId, graph, [row.id])),
      source: { kind: 'workflow', workflowId },
    };
  }

  /** What of a workflow decides on its results: its graph but for where nodes stand, and the tools of people in it. */
  async #stepsOf(projectId: ProjectId, { nodes, edges, parameters }: WorkflowGraph, path: string[]): Promise<unknown> {
    const used: unknown[] = [];
    for (const id of workflowToolUses({ nodes })) {
      // A circle is refused when it is run.
      if (path.includes(id) || path.length >= mostWorkflowDepth) continue;
      const key = parseProjectToolId(id)!;
      if (key.kind !== 'workflow') used.push([id, (await this.find(projectId, id))?.version]);
      else if (await this.#row(projectId, id))
        used.push([id, await this.#stepsOf(projectId, await this.#graph(key.id), [...path, id])]);
    }
    const steps = nodes.filter(({ type }) => type !== 'note').map(({ id, type, data }) => [id, type, data]);
    const wires = edges.map(({ source, target, sourceHandle, targetHandle }) => [
      source,
      target,
      sourceHandle ?? null,
      targetHandle ?? null,
    ]);
    return [steps, wires, parameters ?? [], used];
  }

  async #graph(workflowId: string): Promise<WorkflowGraph> {
    const doc = await this.#platform.documents.read(workflowId);
    const graph = readWorkflowGraph(doc);
    doc.destroy();
    return graph;
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
