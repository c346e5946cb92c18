import type { ProjectId } from '@groma/model';
import type { PresentUser, ProjectRoomMessage } from '@groma/protocol';
import type { WebSocket } from 'ws';
import type { Platform } from '../../platform/platform.ts';
import type { Room } from '../../platform/room/room.ts';

interface Seat { socket: WebSocket; user: PresentUser }
interface NotebooksChanged { projectId: string; deletedIds?: string[]; deletedNames?: string[]; updatedId?: string; updatedName?: string }

/** Topics of the bus that are passed on as they are, and the message they become. */
const passedOn = {
  'maps-changed': 'Map_List_Changed', 'files-changed': 'Files_Changed', 'operation-changed': 'Operation_Changed', 'machine-changed': 'Machine_Changed',
} as const;

/** Bytes that may wait for a slow reader before it is sent away; it reads the lists anew when it is back. */
const slowReaderBytes = 4 * 1024 * 1024;

/** The room `project`: who is here, and what has changed in the project's lists. Only the server speaks in it. */
export function createProjectRoom({ bus }: Platform): Room {
  const rooms = new Map<string, Set<Seat>>();
  const tell = (projectId: string, message: ProjectRoomMessage): void => {
    const text = JSON.stringify(message);
    for (const { socket } of rooms.get(projectId) ?? []) {
      if (socket.bufferedAmount > slowReaderBytes) socket.terminate();
      else if (socket.readyState === socket.OPEN) socket.send(text);
    }
  };
  const tellPresence = (projectId: string): void => {
    const users = new Map([...rooms.get(projectId) ?? []].map(({ user }) => [user.id, user]));
    tell(projectId, { type: 'Presence', users: [...users.values()] });
  };
  bus.subscribe('notebooks-changed', ({ projectId, deletedIds = [], deletedNames = [], updatedId, updatedName }: NotebooksChanged) => {
    tell(projectId, {
      type: 'Notebook_List_Info_Sync', NotebookListDeleteIds: deletedIds, NotebookListDeleteNames: deletedNames,
      ...(updatedId !== undefined && { updatedNotebookId: updatedId }), ...(updatedName !== undefined && { updatedNotebookName: updatedName }),
    });
  });
  for (const [topic, type] of Object.entries(passedOn)) {
    bus.subscribe(topic, (payload: { projectId: string }) => { tell(payload.projectId, { type, ...payload }); });
  }
  return {
    party: 'project', subject: 'project', action: 'read',
    // Whether there is such a project is found out together with the role in it.
    projectOf: (id) => Promise.resolve(id as ProjectId),
    enter({ socket, projectId, user: { id, username, email } }) {
      const seat = { socket, user: { id, username, email } };
      const seats = rooms.get(projectId) ?? new Set();
      rooms.set(projectId, seats.add(seat));
      socket.on('close', () => {
        seats.delete(seat);
        if (seats.size === 0) rooms.delete(projectId);
        tellPresence(projectId);
      });
      tellPresence(projectId);
    },
  };
}
