import { eq } from '../../../platform/database/drizzle.ts';
import { storyDocumentId } from '@groma/model';
import { recordsNow } from '../../../platform/database/record-clock.ts';
import { maps } from '../../../platform/database/tables/index.ts';
import { createDocumentRoom } from '../../../platform/live/document-room.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Room } from '../../../platform/room/room.ts';
import type { MapChange } from '../record/map-change.ts';

/** The room `story`: people who may edit a map write its story here together, all who may read the map follow it. */
export function createStoryRoom(platform: Platform): { room: Room; close: () => void } {
  const { access, bus, database, documents } = platform;
  return createDocumentRoom(platform, {
    party: 'story',
    noun: 'map',
    goneTopic: 'map-changed',
    goneIn: ({ kind, mapId }: MapChange) => (kind === 'deleted' ? [mapId] : []),
    goneCode: 'NOT_FOUND',
    documentOf: storyDocumentId,
    async ensure(mapId) {
      await documents.create(storyDocumentId(mapId), () => undefined);
      // The map may have been deleted meanwhile, with a story that was not there yet.
      await access.projectOf('map', mapId).catch(async (error: unknown) => {
        await documents.delete(storyDocumentId(mapId));
        throw error;
      });
    },
    async touch(mapId) {
      const [row] = await database.query
        .update(maps)
        .set({ updatedAt: recordsNow })
        .where(eq(maps.id, mapId))
        .returning({ projectId: maps.projectId });
      if (row) await bus.publish('document-edited', row);
    },
  });
}
