import { GromaError } from '@groma/model';
import { readFileRoomId } from '@groma/protocol';
import { liveRoom } from '../../../platform/live/live-room.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Room } from '../../../platform/room/room.ts';
import type { EditedFileRecords } from './edited-file-records.ts';
import type { OpenFiles } from './open-files.ts';

/**
 * The room `file`: text files edited together (FIL-069). Entering asks for read-on-open, writing for edit-on-open
 * (FIL-072).
 */
export function createFileRoom({ documents, log }: Platform, records: EditedFileRecords, open: OpenFiles): Room {
  const ids = (roomId: string) => {
    const found = readFileRoomId(roomId);
    if (!found) throw new GromaError('NOT_FOUND', { noun: 'file' });
    return found;
  };
  const projectOf = async (roomId: string) => {
    const { projectId, fileId } = ids(roomId);
    const file = await records.read(fileId);
    if (file?.projectId !== projectId) throw new GromaError('NOT_FOUND', { noun: 'file' });
    return file.projectId;
  };
  const live = liveRoom({
    party: 'file',
    subject: 'file',
    writeAction: 'edit-on-open',
    documents,
    log,
    projectOf,
    documentOf: (roomId) => ids(roomId).fileId,
    onEdited: (roomId) => {
      const { fileId, projectId } = ids(roomId);
      open.edited(fileId, projectId as never);
    },
  });
  return {
    ...live,
    action: 'read-on-open',
    async enter(connection) {
      const { fileId } = ids(connection.id);
      open.enter(fileId, connection.projectId);
      connection.onLeave(() => {
        open.leave(fileId);
      });
      // Nobody is shown a text that the file is ahead of.
      await open.sync(fileId);
      await live.enter(connection);
    },
  };
}
