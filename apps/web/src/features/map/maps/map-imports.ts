import type { MenuEntry } from '@groma/ui';
import type { Command } from '../../../registry/command.ts';

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
  retry: Command<{ importId: string }>;
  /** The same takes one that has failed off the tree. */
  stop: Command<{ importId: string }>;
  /** Brings files of the person's computer into a map. */
  fromDesktop: Command<{ mapId: string }>;
  /** Menu entries for all of them: files, addresses, layers of other maps. */
  entries(mapId: string): MenuEntry[];
}
