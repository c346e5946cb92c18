import { eq } from '../../platform/database/drizzle.ts';
import { projectTools } from '../../platform/database/tables/index.ts';
import type { Platform } from '../../platform/platform.ts';

/** Edits of one workflow are told together, the last of them too. */
const tellMs = 2_000;

/**
 * Tells people who see the tools of a project that one has changed, where a workflow that is offered is edited: its
 * fields and results are ports in other workflows, and what it uses may close a circle.
 */
export class ToolEdits {
  readonly #platform: Platform;
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  note(workflowId: string): void {
    if (this.#timers.has(workflowId)) return;
    const timer = setTimeout(() => {
      this.#timers.delete(workflowId);
      void this.#tell(workflowId).catch((error: unknown) => {
        this.#platform.log.error('An edit of a tool was not told.', { id: workflowId, error });
      });
    }, tellMs);
    this.#timers.set(workflowId, timer.unref());
  }

  close(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  async #tell(workflowId: string): Promise<void> {
    const { database, bus } = this.#platform;
    const rows = await database.query
      .select({ projectId: projectTools.projectId })
      .from(projectTools)
      .where(eq(projectTools.workflowId, workflowId));
    for (const { projectId } of rows) await bus.publish('tools-changed', { projectId });
  }
}
