import { closeForGood } from '@groma/protocol';
import { liveRoom } from '../../platform/live/live-room.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Room, RoomConnection } from '../../platform/room/room.ts';
import type { NotebookRecords, NotebooksChanged } from './record/notebook-records.ts';

/** Edits of a notebook note the time at most this often. */
const touchPauseMs = 5_000;

/** The room `main`: notebooks edited together (NBK-040). When a notebook is deleted its people are sent out. */
export function createNotebookRoom(
  platform: Platform,
  records: NotebookRecords,
  onEdited: (id: string) => void,
): { room: Room; close: () => void } {
  const { access, documents, log, bus } = platform;
  const connections = new Map<string, Set<RoomConnection>>();
  const touches = new Map<string, NodeJS.Timeout>();
  const touch = (id: string): void => {
    void records.touch(id).catch((error: unknown) => {
      log.error('The time of an edit was not noted.', { id, error });
    });
  };
  const live = liveRoom({
    party: 'main',
    subject: 'notebook',
    writeAction: 'update',
    documents,
    log,
    projectOf: (id) => access.projectOf('notebook', id),
    documentOf: (id) => id,
    onEdited(id) {
      onEdited(id);
      if (touches.has(id)) return;
      touch(id);
      touches.set(
        id,
        setTimeout(() => {
          touches.delete(id);
        }, touchPauseMs).unref(),
      );
    },
  });
  bus.subscribe('notebooks-changed', ({ deletedIds = [] }: NotebooksChanged) => {
    for (const id of deletedIds)
      for (const connection of connections.get(id) ?? []) connection.close(closeForGood, 'NOTEBOOK_NOT_FOUND');
  });
  const room: Room = {
    ...live,
    async enter(connection) {
      const present = connections.get(connection.id) ?? new Set();
      connections.set(connection.id, present.add(connection));
      connection.onLeave(() => {
        present.delete(connection);
        if (present.size === 0 && connections.get(connection.id) === present) connections.delete(connection.id);
      });
      await live.enter(connection);
    },
  };
  return {
    room,
    close: () => {
      for (const timer of touches.values()) clearTimeout(timer);
    },
  };
}
