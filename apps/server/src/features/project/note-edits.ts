import { inArray, or } from '../../platform/database/drizzle.ts';
import { recordsNow } from '../../platform/database/record-clock.ts';
import { maps, projects } from '../../platform/database/tables/index.ts';
import type { Platform } from '../../platform/platform.ts';

/** Edits come by the keystroke; a project's row is written this often at most. */
const everyMs = 2_000;

/** Topics of the bus by which something of a project was made, changed or deleted. */
const projectTopics = [
  'maps-changed',
  'notebooks-changed',
  'workflows-changed',
  'files-changed',
  'databases-changed',
  'document-edited',
] as const;
/** What happens to a map without anybody having edited it. */
const notEdits: readonly string[] = ['view-state', 'locking', 'folded'];

/** Keeps "last edited" of projects true: what is edited in one counts, not the project's own name and rights alone. */
export class EditNotes {
  readonly #platform: Platform;
  readonly #projectIds = new Set<string>();
  /** Maps whose projects were not said. */
  readonly #mapIds = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(platform: Platform) {
    this.#platform = platform;
    const { bus } = platform;
    for (const topic of projectTopics)
      bus.subscribe(topic, ({ projectId }: { projectId: string }) => this.#note(this.#projectIds, projectId));
    bus.subscribe('map-changed', ({ mapId, kind }: { mapId: string; kind: string }) => {
      if (!notEdits.includes(kind)) this.#note(this.#mapIds, mapId);
    });
  }

  /** Writes what is noted. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const [ids, mapIds] = [[...this.#projectIds], [...this.#mapIds]];
    this.#projectIds.clear();
    this.#mapIds.clear();
    if (ids.length + mapIds.length === 0) return;
    const { query } = this.#platform.database;
    const holding = query.select({ id: maps.projectId }).from(maps).where(inArray(maps.id, mapIds));
    await query
      .update(projects)
      .set({ updatedAt: recordsNow })
      .where(or(inArray(projects.id, ids), inArray(projects.id, holding)));
  }

  #note(into: Set<string>, id: string): void {
    into.add(id);
    this.#timer ??= setTimeout(() => {
      this.flush().catch((error: unknown) => {
        this.#platform.log.error('When projects were last edited was not noted.', { error });
      });
    }, everyMs);
    this.#timer.unref();
  }
}
