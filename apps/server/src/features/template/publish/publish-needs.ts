import type { NewIds, ProjectId } from '@groma/model';
import type { OperationContext } from '../../../platform/operation/operation-kind.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { User } from '../../../platform/session/sessions.ts';

export type Query = Parameters<Parameters<Platform['database']['query']['transaction']>[0]>[0];

/** What of a project is copied into a version. */
export interface PublishedSelection {
  /** The layers of each map by the map's id; null for all of them. */
  maps: ReadonlyMap<string, ReadonlySet<string> | null>;
  notebooks: ReadonlySet<string>;
  workflows: ReadonlySet<string>;
  databases: ReadonlySet<string>;
  /** Paths of files. */
  files: ReadonlySet<string>;
  isWhole: boolean;
}

/** Ids of copied databases by those of their originals. */
export interface CopyCheckpoint {
  databases: Record<string, string>;
}

/** What publishing needs of projects; handed in by main. */
export interface PublishNeeds {
  /** Asks whether there is place for one more. @throws GromaError NO_PLAN, PLAN_EXPIRED, PROJECT_LIMIT, NOT_FOUND */
  requirePlace(user: Pick<User, 'id'>, frozen?: { publishedAs: string; tenantId: string }): Promise<void>;
  /**
   * Copies a project or what is selected of it; `end` is called in the transaction that makes the copy.
   * @throws GromaError as it says
   */
  make(
    copying: {
      projectId: ProjectId;
      copyId: ProjectId;
      user: Pick<User, 'id'>;
      name: string;
      selection?: PublishedSelection | undefined;
      /** `scratchFor`: of a copy in which an operation works for this person. */
      frozen?: { publishedAs: string; tenantId: string; scratchFor?: string | undefined } | undefined;
      end(transaction: Query, ids: NewIds): Promise<void>;
    },
    context: Pick<OperationContext<unknown, CopyCheckpoint>, 'signal' | 'report' | 'checkpoint' | 'keep' | 'attempt'>,
  ): Promise<void>;
  /** Takes away what a copying that was cut off has left. */
  clear(copyId: ProjectId): Promise<void>;
  /** Deletes a project with all it holds. */
  remove(projectId: ProjectId): Promise<void>;
}
