import { createHash } from 'node:crypto';
import { newId, type MapId, type ProjectId, type UserId } from '@groma/model';

/** What a map is made by. `copied` is the map that a copy is of. */
export interface MapMaking {
  projectId: ProjectId;
  /** Null where nobody asked for it. */
  userId: UserId | null;
  key: string | undefined;
  copied?: string;
}

/**
 * The id of a new map: of a making with a key always the same one, so that the primary key keeps a second map of it
 * out. Nobody else's key leads to it.
 */
export function keyedMapId({ projectId, userId, key, copied = '' }: MapMaking): MapId {
  if (key === undefined) return newId<'map'>();
  const digits = createHash('sha256')
    .update(JSON.stringify([projectId, userId, copied, key]))
    .digest('hex');
  // A UUID of version 8: its maker says what its digits mean.
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(20, 32)}` as MapId;
}
