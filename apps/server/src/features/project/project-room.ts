import type { ProjectId } from '@groma/model';
import type { PresentUser, ProjectRoomMessage } from '@groma/protocol';
import type { Platform } from '../../platform/platform.ts';
import { sendPresence } from '../../platform/room/presence.ts';
import type { Room, RoomConnection } from '../../platform/room/room.ts';

/** What the bus tells of the lists of notebooks and of workflows. */
interface ListChanged {
  projectId: string;
  deletedIds?: string[];
  deletedNames?: string[];
  updatedId?: string;
  updatedName?: string;
}

/** Topics of the bus that are passed on as they are, and the message they become. */
const passedOn = {
  'maps-changed': 'Map_List_Changed',
  'files-changed': 'Files_Changed',
  'workflow-runs-changed': 'Workflow_Runs_Changed',
  'operation-changed': 'Operation_Changed',
  'operation-ended': 'Operation_Ended',
  'machine-changed': 'Machine_Changed',
  'kernel-restarted': 'Kernel_Restarted',
  'databases-changed': 'Database_List_Changed',
  'tools-changed': 'Tool_List_Changed',
  'database-changed': 'Database_Changed',
} as const;

/** The room `project`: who is here, and what has changed in the project's lists. Only the server speaks in it. */
export function createProjectRoom({ bus }: Platform): Room {
  const rooms = new Map<string, Set<RoomConnection>>();
  const tell = (projectId: string, message: ProjectRoomMessage): void => {
    const text = JSON.stringify(message);
    for (const connection of rooms.get(projectId) ?? []) connection.send(text);
  };
  const publishPresence = (projectId: string): void => {
    const connections = [...(rooms.get(projectId) ?? [])];
    const users = [
      ...new Map(
        connections.map(({ user: { id, username, email } }): [string, PresentUser] => [id, { id, username, email }]),
      ).values(),
    ];
    sendPresence(connections, users, (shown): ProjectRoomMessage => ({ type: 'Presence', users: shown }));
  };
  bus.subscribe(
    'notebooks-changed',
    ({ projectId, deletedIds = [], deletedNames = [], updatedId, updatedName }: ListChanged) => {
      tell(projectId, {
        type: 'Notebook_List_Info_Sync',
        NotebookListDeleteIds: deletedIds,
        NotebookListDeleteNames: deletedNames,
        ...(updatedId !== undefined && { updatedNotebookId: updatedId }),
        ...(updatedName !== undefined && { updatedNotebookName: updatedName }),
      });
    },
  );
  bus.subscribe(
    'workflows-changed',
    ({ projectId, deletedIds = [], deletedNames = [], updatedId, updatedName }: ListChanged) => {
      tell(projectId, {
        type: 'Workflow_List_Info_Sync',
        WorkflowListDeleteIds: deletedIds,
        WorkflowListDeleteNames: deletedNames,
        ...(updatedId !== undefined && { updatedWorkflowId: updatedId }),
        ...(updatedName !== undefined && { updatedWorkflowName: updatedName }),
      });
    },
  );
  for (const [topic, type] of Object.entries(passedOn)) {
    bus.subscribe(topic, (payload: { projectId: string }) => {
      tell(payload.projectId, { type, ...payload });
    });
  }
  return {
    party: 'project',
    subject: 'project',
    action: 'read',
    // Whether there is such a project is found out together with the role in it.
    projectOf: (id) => Promise.resolve(id as ProjectId),
    enter(connection) {
      const { projectId } = connection;
      const connections = rooms.get(projectId) ?? new Set();
      rooms.set(projectId, connections.add(connection));
      connection.onLeave(() => {
        connections.delete(connection);
        if (connections.size === 0 && rooms.get(projectId) === connections) rooms.delete(projectId);
        publishPresence(projectId);
      });
      publishPresence(projectId);
    },
  };
}
