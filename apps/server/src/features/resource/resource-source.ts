import type { DataKind, ProjectId, ProjectSubject, ResourceName, UserId } from '@groma/model';
import type { ResourceDescription, ResourceEntry } from '@groma/protocol';

/** Who asks, and for what is in which project. */
interface Asking {
  projectId: ProjectId;
  userId: UserId;
  /** Ends of the names of files; where there are any, other files are not asked for. */
  endings: readonly string[];
}

/** One family of data that names can stand for. */
export interface ResourceSource {
  readonly kinds: readonly DataKind[];
  /** What a person must be allowed to read; without that its data is as if it were not there. */
  readonly subject: ProjectSubject;
  /** Those whose name or place holds all words, at most `limit`. */
  list(asking: Asking, words: readonly string[], limit: number): Promise<ResourceEntry[]>;
  /** All that a name or a reference stands for: several where a name is given twice. */
  find(asking: Asking, name: ResourceName, signal: AbortSignal): Promise<Described[]>;
}

/** What was found, which is described when that is asked for. */
export interface Described {
  entry: ResourceEntry;
  describe(): Promise<Pick<ResourceDescription, 'columns' | 'crs' | 'extent' | 'geometry' | 'rows'>>;
}
