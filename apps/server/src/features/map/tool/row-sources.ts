import type { ProjectId, ResourceName, UserId } from '@groma/model';

interface Asking {
  projectId: ProjectId;
  userId: UserId;
}

/** Tables of databases and results of queries, by the feature that has them. */
export interface RowSources {
  /**
   * What a name stands for: its reference by ids, and what it is called; null for what is not there or may not be read.
   * @throws GromaError BAD_INPUT where several have the name
   */
  find(asked: Asking, name: ResourceName): Promise<{ reference: string; label: string } | null>;
  /** The same for several, in their order; null also where several databases have the name. */
  findMany(asked: Asking, names: readonly ResourceName[]): Promise<({ reference: string; label: string } | null)[]>;
  /**
   * Writes rows as an Arrow stream into a new file, which whoever asked deletes.
   * @throws GromaError TABLE_NOT_FOUND, RESULT_GONE
   */
  write(asked: Asking & { reference: string; signal: AbortSignal }): Promise<string>;
}
