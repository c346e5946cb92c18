import type { ProjectId } from '@groma/model';
import type { LoggedEdit } from '@groma/protocol';
import type { Platform } from '../../../platform/platform.ts';

/**
 * What happened to a map, said in a few bytes to every process that has its room; each reads the rest from the records.
 */
export type MapChange = { mapId: string; senderId: string | null; requestId?: string | undefined } & (
  | { kind: 'hierarchy' | 'base-map' | 'locking' | 'view-state' | 'renamed' | 'charts' | 'deleted' }
  | { kind: 'style' | 'folded'; layerId: string }
  | { kind: 'edits'; layerId: string; after: number; firstSeq: number; seq: number; edits?: LoggedEdit[] }
);

/** Who asked for a change. A change of layers with a `key` that was made before is only answered again. */
export interface Sender {
  userId: string;
  username: string;
  requestId?: string | undefined;
  key?: string | undefined;
  /** Who asks for this person: the assistant, or an agent by the name of its token. */
  assistant?: string | undefined;
}

export function publishMapChange({ bus }: Platform, change: MapChange): Promise<void> {
  return bus.publish('map-changed', change);
}

/** The list of a project's maps is another one: for the room of the project. */
export function publishMapList({ bus }: Platform, projectId: ProjectId): Promise<void> {
  return bus.publish('maps-changed', { projectId });
}
