import { closeForGood } from '@groma/protocol';
import { threadsDocumentId } from '@groma/model';
import { liveRoom } from '../../../platform/live/live-room.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Room, RoomConnection } from '../../../platform/room/room.ts';
import type { NotebooksChanged } from '../record/notebook-records.ts';
import type { NotebookThreads } from './notebook-threads.ts';

/** The room `threads`: the comments of a notebook, to be followed by whoever may read it. Nobody writes here. */
export function createThreadsRoom({ access, documents, log, bus }: Platform, threads: NotebookThreads): Room {
  const connections = new Set<RoomConnection>();
  const live = liveRoom({
    party: 'threads',
    subject: 'notebook',
    writeAction: null,
    documents,
    log,
    projectOf: (id) => access.projectOf('notebook', id),
    documentOf: threadsDocumentId,
  });
  bus.subscribe('notebooks-changed', ({ deletedIds = [] }: NotebooksChanged) => {
    for (const connection of connections)
      if (deletedIds.includes(connection.id)) connection.close(closeForGood, 'NOTEBOOK_NOT_FOUND');
  });
  return {
    ...live,
    async enter(connection) {
      connections.add(connection);
      connection.onLeave(() => {
        connections.delete(connection);
      });
      await threads.ensure(connection.id);
      await live.enter(connection);
    },
  };
}
