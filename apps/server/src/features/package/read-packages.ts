import { join } from 'node:path';
import { and, desc, eq } from '../../platform/database/drizzle.ts';
import { GromaError, parseDataPath, type ProjectId, type UserId } from '@groma/model';
import type { PackagesReply } from '@groma/protocol';
import { operations } from '../../platform/database/tables/index.ts';
import type { Platform } from '../../platform/platform.ts';
import { packageOperation } from './change-operation.ts';
import { findWheels, readRequirementsFile } from './gather-wanted.ts';
import { inspectEnvironment, type Inspected } from './inspect-environment.ts';
import { describeSet } from './package-sets.ts';
import { bytesIn } from './room-watch.ts';

const requirementsPath = parseDataPath('/data/requirements.txt');
const mostInspected = 50;

/** What people see of a project’s packages; what was found out of an environment lately is known. */
export class PackageReader {
  readonly #platform: Platform;
  readonly #inspected = new Map<string, Promise<Inspected>>();

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** @throws GromaError UNAVAILABLE without Python or pip. */
  async read(projectId: ProjectId, userId: UserId): Promise<PackagesReply> {
    const { files, config } = this.#platform;
    const folder = await files.packageFolder(projectId);
    const [described, bytes, asked, wheels, lastChange] = await Promise.all([
      describeSet(folder),
      bytesIn(folder),
      this.#requirements(projectId),
      findWheels(files, projectId),
      this.#lastChange(projectId, userId),
    ]);
    const added = Object.fromEntries(described.packages.map(({ name, version }) => [name, version]));
    const { base, missing, python } = await this.#inspect({ added, requirements: asked?.requirements ?? [] });
    return {
      added: described.packages,
      base,
      python,
      isOutdated: described.python !== '' && described.python !== python,
      bytes,
      hasIndex: config.packages.index !== null,
      requirements: asked && { path: requirementsPath, missing, problem: asked.problem },
      wheels,
      lastChange,
    };
  }

  async #requirements(projectId: ProjectId): Promise<{ requirements: string[]; problem: string | null } | null> {
    const { files } = this.#platform;
    if (!(await files.stat(projectId, requirementsPath))) return null;
    try {
      const { requirements } = await readRequirementsFile(files, projectId, requirementsPath);
      return { requirements, problem: null };
    } catch (error) {
      if (error instanceof GromaError) return { requirements: [], problem: error.message };
      throw error;
    }
  }

  async #lastChange(projectId: ProjectId, userId: UserId): Promise<PackagesReply['lastChange']> {
    const [row] = await this.#platform.database.query
      .select({ operationId: operations.id, status: operations.status, userId: operations.userId })
      .from(operations)
      .where(and(eq(operations.projectId, projectId), eq(operations.kind, packageOperation)))
      .orderBy(desc(operations.createdAt))
      .limit(1);
    return row ? { operationId: row.operationId, status: row.status, isOwn: row.userId === userId } : null;
  }

  #inspect(asked: { added: Record<string, string>; requirements: readonly string[] }): Promise<Inspected> {
    const key = JSON.stringify(asked);
    const known = this.#inspected.get(key);
    if (known) return known;
    const found = inspectEnvironment(join(this.#platform.config.pythonEnvironment, 'bin', 'python'), asked);
    this.#inspected.set(key, found);
    found.catch(() => this.#inspected.delete(key));
    const [oldest] = this.#inspected.keys();
    if (this.#inspected.size > mostInspected) this.#inspected.delete(oldest!);
    return found;
  }
}
