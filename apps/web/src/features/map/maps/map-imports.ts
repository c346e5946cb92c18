import type { MenuEntry } from '@groma/ui';
import type { DroppedFile } from '../../../platform/dropped-files.ts';

/** The map that files are brought into. */
export interface ImportTarget {
  mapId: string;
  projectId: string;
}

/** How files get into maps, for the panel of a map and for the tree. */
export interface MapImports {
  /** Whether a drag carries what a map can take. */
  takesDrop(data: DataTransfer | null): boolean;
  /** Must be called while the drop is handled. */
  drop(target: ImportTarget, data: DataTransfer): void;
  /** Brings files of the person's computer into a map. */
  bring(target: ImportTarget, files: readonly DroppedFile[]): Promise<void>;
  retry(id: string): Promise<void>;
  stop(id: string): void;
  /** Menu entries for what is no file: addresses, layers of other maps. */
  entries(target: ImportTarget): MenuEntry[];
}
