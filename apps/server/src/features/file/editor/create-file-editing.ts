import { byServer, GromaError, parseExistingPath, type DataPath, type ProjectId } from '@groma/model';
import { fileRoom, fileRoomId } from '@groma/protocol';
import { route, type Route } from '../../../platform/http/route.ts';
import { defineJob, type Job } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Room } from '../../../platform/room/room.ts';
import type { FileStore } from '../../../platform/storage/file-store.ts';
import { editText, type EditText } from './edit-text.ts';
import { EditedFileRecords } from './edited-file-records.ts';
import { createFileRoom } from './file-room.ts';
import { guardFiles } from './guarded-files.ts';
import { OpenFiles } from './open-files.ts';
import { readStoredText } from './read-stored-text.ts';
import { ProjectTurns } from './project-turns.ts';

/** Days after which the live document of a file nobody opens is dropped; the next opening makes it from the file. */
const unusedDays = 30;

export interface FileEditing {
  /** The platform's files; whoever moves or deletes must do it by these. */
  files: FileStore;
  routes: readonly Route[];
  room: Room;
  job: Job;
  start(): Promise<void>;
  close(): Promise<void>;
  /** Drops the live documents of a project that is about to go. */
  removeDocuments(projectId: ProjectId): Promise<void>;
  /** Edits a text file in its live document, in the process with the rooms. @throws GromaError as `editText` */
  editText(projectId: ProjectId, path: DataPath, edit: EditText): Promise<{ before: string; after: string }>;
}

/** Text files edited together: the room, the calls around it, and the way of the text to the file and back. */
export function createFileEditing(platform: Platform): FileEditing {
  const { database, documents, bus, config, log } = platform;
  const records = new EditedFileRecords(database);
  const turns = new ProjectTurns(database);
  const open = new OpenFiles(platform, records, turns);
  const forget = async (fileId: string) => {
    await records.remove(fileId);
    await documents.delete(fileId);
  };
  bus.subscribe('files-changed', ({ projectId }: { projectId: string }) => {
    open.changed(projectId);
  });
  return {
    files: guardFiles({ platform, records, open, turns }),
    room: createFileRoom(platform, records, open),
    routes: [
      route(fileRoom.openFileRoom, async ({ projectId, body }) => {
        const { id, path } = await open.find(projectId, parseExistingPath(body.path));
        return { data: { fileId: id, roomId: fileRoomId(projectId, id), path } };
      }),
      route(fileRoom.settleFile, async ({ projectId, params, body }) => {
        const file = await records.read(params.fileId);
        const status = file?.projectId === projectId ? await open.sync(file.id, body) : undefined;
        if (!status) throw new GromaError('NOT_FOUND', { noun: 'file' });
        await bus.publish('files-changed', { projectId, path: file!.path });
        return { status: status.kind };
      }),
      route(fileRoom.readFileText, async ({ projectId, params, query }) => {
        const file = await records.read(params.fileId);
        if (file?.projectId !== projectId) throw new GromaError('NOT_FOUND', { noun: 'file' });
        return readStoredText(platform, file, query);
      }),
    ],
    job: defineJob({
      name: 'forget-edited-files',
      policy: byServer('the time has come'),
      schedule: '41 3 * * *',
      run: async () => {
        for (const { id, projectId } of await records.unused(unusedDays)) await turns.take(projectId, () => forget(id));
      },
    }),
    async start() {
      if (!config.services.has('realtime')) return;
      // Edits that were acknowledged before a kill, and that the file does not hold yet.
      for (const { id } of await records.unwritten())
        await open.sync(id).catch((error: unknown) => {
          log.error('An edited file was not written at the start.', { id, error });
        });
    },
    close: () => open.close(),
    editText: (projectId, path, edit) => editText(platform, open, { projectId, path }, edit),
    async removeDocuments(projectId) {
      for (const { id } of await records.ofProject(projectId)) await forget(id);
    },
  };
}
