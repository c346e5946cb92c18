import { closeForGood } from '@groma/protocol';
import type { WebSocket } from 'ws';
import { liveRoom } from '../../platform/live/live-room.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Room } from '../../platform/room/room.ts';
import type { NotebookRecords, NotebooksChanged } from './notebook-records.ts';

/** Edits of a notebook note the time at most this often. */
const touchPauseMs = 5_000;

/** The room `main`: notebooks edited together (NBK-040). When a notebook is deleted its people are sent out. */
export function createNotebookRoom(platform: Platform, records: NotebookRecords): { room: Room; close: () => void } {
  const { access, documents, log, bus } = platform;
  const sockets = new Map<string, Set<WebSocket>>();
  const touches = new Map<string, NodeJS.Timeout>();
  const touch = (id: string): void => {
    void records.touch(id).catch((error: unknown) => { log.error('The time of an edit was not noted.', { id, error }); });
  };
  const live = liveRoom({
    party: 'main', subject: 'notebook', writeAction: 'update', documents, log,
    projectOf: (id) => access.projectOf('notebook', id),
    documentOf: (id) => id,
    onEdited(id) {
      if (touches.has(id)) return;
      touch(id);
      touches.set(id, setTimeout(() => { touches.delete(id); }, touchPauseMs).unref());
    },
  });
  bus.subscribe('notebooks-changed', ({ deletedIds = [] }: NotebooksChanged) => {
    for (const id of deletedIds) for (const socket of sockets.get(id) ?? []) socket.close(closeForGood, 'NOTEBOOK_NOT_FOUND');
  });
  const room: Room = {
    ...live,
    async enter(visit) {
      const present = sockets.get(visit.id) ?? new Set();
      sockets.set(visit.id, present.add(visit.socket));
      visit.socket.on('close', () => {
        present.delete(visit.socket);
        if (present.size === 0 && sockets.get(visit.id) === present) sockets.delete(visit.id);
      });
      await live.enter(visit);
    },
  };
  return { room, close: () => { for (const timer of touches.values()) clearTimeout(timer); } };
}
