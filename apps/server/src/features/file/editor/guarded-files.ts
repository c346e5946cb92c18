import type { DataPath, ProjectId } from '@groma/model';
import type { Platform } from '../../../platform/platform.ts';
import type { FileStore } from '../../../platform/storage/file-store.ts';
import type { EditedFileRecords } from './edited-file-records.ts';
import type { OpenFiles } from './open-files.ts';
import type { ProjectTurns } from './project-turns.ts';

interface GuardParts {
  platform: Platform;
  records: EditedFileRecords;
  open: OpenFiles;
  turns: ProjectTurns;
}

/**
 * The files of the platform, where a move takes the edited text along and what is moved or deleted holds the last
 * edits. Both wait for the project's turn: a file that is being written back must not come to stand under its old name
 * again.
 */
export function guardFiles({ platform, records, open, turns }: GuardParts): FileStore {
  const { files, documents, config, questions } = platform;
  // By the process that has their texts open. The turn is that of the one who asks: it holds for all processes.
  if (config.services.has('realtime')) {
    questions.answer('write-files-back', async ({ ids }: { ids: string[] }) => {
      for (const id of ids) await open.syncInTurn(id);
    });
  }
  const writeBack = async (projectId: ProjectId, path: DataPath) => {
    const affected = await records.under(projectId, path);
    if (affected.length > 0) await questions.ask('write-files-back', { ids: affected.map(({ id }) => id) });
    return affected;
  };
  const forget = async (fileId: string) => {
    await records.remove(fileId);
    await documents.delete(fileId);
  };
  const move: FileStore['move'] = (projectId, from, to, ...rest) =>
    turns.take(projectId, async () => {
      const affected = await writeBack(projectId, from);
      const moved = await files.move(projectId, from, to, ...rest);
      for (const { id, path } of affected) {
        const newPath = `${moved.path}${path.slice(from.length)}` as DataPath;
        // A record of a file that was there once, and is not any more.
        const stale = await records.at(projectId, newPath);
        if (stale) await forget(stale.id);
        await records.change(id, { path: newPath });
      }
      return moved;
    });
  const remove: FileStore['remove'] = (projectId, path, ...rest) =>
    turns.take(projectId, async () => {
      await writeBack(projectId, path);
      return files.remove(projectId, path, ...rest);
    });
  const own: Partial<FileStore> = { move, remove };
  return new Proxy(files, {
    get(target, name) {
      if (name in own) return own[name as keyof FileStore];
      const value = Reflect.get(target, name, target) as unknown;
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
