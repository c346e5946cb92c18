import { asc, eq } from '../../platform/database/drizzle.ts';
import {
  addToWorkflow,
  GromaError,
  newId,
  newWorkflowGraph,
  readWorkflowGraph,
  type ProjectId,
  type WorkflowGraph,
} from '@groma/model';
import type { WorkflowInfo } from '@groma/protocol';
import { recordsNow } from '../../platform/database/record-clock.ts';
import { workflows } from '../../platform/database/tables/index.ts';
import type { Platform } from '../../platform/platform.ts';

type Row = typeof workflows.$inferSelect;

/** What the bus carries under `workflows-changed`. */
interface WorkflowsChanged {
  projectId: string;
  deletedIds?: string[];
  deletedNames?: string[];
  updatedId?: string;
  updatedName?: string;
}

/**
 * The workflows of all projects: records, and the live documents that hold their graphs. Lists that change are told on
 * the bus.
 */
export class WorkflowRecords {
  readonly #platform: Platform;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  async list(projectId: ProjectId): Promise<WorkflowInfo[]> {
    const rows = await this.#platform.database.query
      .select()
      .from(workflows)
      .where(eq(workflows.projectId, projectId))
      .orderBy(asc(workflows.name), asc(workflows.createdAt));
    return rows.map(present);
  }

  /** @throws GromaError WORKFLOW_NOT_FOUND */
  async read(workflowId: string): Promise<WorkflowInfo> {
    const [row] = await this.#platform.database.query.select().from(workflows).where(eq(workflows.id, workflowId));
    if (!row) throw new GromaError('WORKFLOW_NOT_FOUND');
    return present(row);
  }

  async readGraph(workflowId: string): Promise<WorkflowGraph> {
    const doc = await this.#platform.documents.read(workflowId);
    const graph = readWorkflowGraph(doc);
    doc.destroy();
    return graph;
  }

  /** Makes a workflow of a graph; without one it is that of new workflows. */
  async create(projectId: ProjectId, creatorId: string, name: string, graph?: WorkflowGraph): Promise<WorkflowInfo> {
    const id = newId<'workflow'>();
    // The document first: a record without one could not be opened.
    await this.#platform.documents.create(id, (doc) => {
      addToWorkflow(doc, graph ?? newWorkflowGraph(newId));
    });
    const [row] = await this.#platform.database.query
      .insert(workflows)
      .values({ id, projectId, name, creatorId })
      .returning();
    await this.#tell({ projectId, updatedId: id, updatedName: name });
    return present(row!);
  }

  /** Copies a workflow, without its history. */
  async duplicate(workflowId: string, creatorId: string, name?: string): Promise<WorkflowInfo> {
    const original = await this.read(workflowId);
    const graph = await this.readGraph(workflowId);
    return this.create(
      original.project_id as ProjectId,
      creatorId,
      name ?? `${original.name.slice(0, 110)} copy`,
      graph,
    );
  }

  async rename(workflowId: string, name: string): Promise<WorkflowInfo> {
    const [row] = await this.#platform.database.query
      .update(workflows)
      .set({ name, updatedAt: recordsNow })
      .where(eq(workflows.id, workflowId))
      .returning();
    if (!row) throw new GromaError('WORKFLOW_NOT_FOUND');
    await this.#tell({ projectId: row.projectId, updatedId: row.id, updatedName: row.name });
    return present(row);
  }

  async delete(workflowId: string): Promise<void> {
    const [row] = await this.#platform.database.query.delete(workflows).where(eq(workflows.id, workflowId)).returning();
    if (!row) throw new GromaError('WORKFLOW_NOT_FOUND');
    await this.#tell({ projectId: row.projectId, deletedIds: [row.id], deletedNames: [row.name] });
    // It may have been offered as a tool.
    await this.#platform.bus.publish('tools-changed', { projectId: row.projectId });
    await this.#platform.documents.delete(workflowId);
  }

  /** Notes that the graph was edited. */
  async touch(workflowId: string): Promise<void> {
    const [row] = await this.#platform.database.query
      .update(workflows)
      .set({ updatedAt: recordsNow })
      .where(eq(workflows.id, workflowId))
      .returning({ projectId: workflows.projectId });
    if (row) await this.#platform.bus.publish('document-edited', row);
  }

  #tell(change: WorkflowsChanged): Promise<void> {
    return this.#platform.bus.publish('workflows-changed', change);
  }
}

function present(row: Row): WorkflowInfo {
  return {
    id: row.id,
    name: row.name,
    project_id: row.projectId,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
