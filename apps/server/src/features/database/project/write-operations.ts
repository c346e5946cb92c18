import { Readable } from 'node:stream';
import { byStarter, GromaError, type DataPath, type ProjectId, type UserId } from '@groma/model';
import { z } from 'zod';
import { defineOperation, type OperationKind } from '../../../platform/operation/operation-kind.ts';
import type { Origin } from '../../../platform/origin/origin.ts';
import { noteFileOrigin } from '../../../platform/origin/origin-records.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { DatabaseNeeds } from '../database-needs.ts';

/** Rows that a statement has made, in a file of the temporary bucket. */
interface Staged {
  projectId: ProjectId;
  user: { id: UserId; username: string };
  staged: DataPath;
  origin: Origin;
}

interface WantedLayer extends Staged {
  mapId: string;
  layer: string;
  geometryColumn: string;
}

interface WantedFile extends Staged {
  target: DataPath;
}

interface MadeLayer {
  layerId: string;
  features: number;
  warnings: string[];
}

interface MadeFile {
  bytes: number;
}

/** `before`: identity of the file that stood there; null where none did. */
interface FileCheckpoint {
  bytes: number;
  before: string | null;
}

export type LayerWrite = OperationKind<WantedLayer, MadeLayer>;
export type FileWrite = OperationKind<WantedFile, MadeFile, FileCheckpoint>;

const staged = {
  projectId: z.custom<ProjectId>(),
  user: z.object({ id: z.custom<UserId>(), username: z.string() }),
  staged: z.custom<DataPath>(),
  origin: z.custom<Origin>(),
};

/** Layers that statements make. The layer and the end of the operation come in one transaction. */
export function defineLayerWrite({ files }: Platform, needs: DatabaseNeeds): LayerWrite {
  return defineOperation({
    name: 'layer-of-query',
    task: 'import',
    policy: byStarter('update', 'map'),
    input: z.object({ ...staged, mapId: z.string(), layer: z.string(), geometryColumn: z.string() }),
    async run(
      { projectId, user, mapId, layer, geometryColumn, staged: path, origin },
      { id, signal, report, complete },
    ) {
      let made: MadeLayer | undefined;
      await needs.importLayers({
        mapId,
        projectId,
        user,
        bucket: 'groma-temp',
        path,
        crs: undefined,
        query: { layerName: layer, geometryColumn },
        origin: { ...origin, operationId: id },
        signal,
        report,
        complete: async (query, { Layer: [entry], warnings }) => {
          made = { layerId: entry!.id, features: entry!.data?.manifest.featureCount ?? 0, warnings };
          await complete(query, made);
        },
      });
      return made!;
    },
    clear: ({ projectId, staged: path }) => files.discard(projectId, path, 'groma-temp'),
  });
}

/** Files that statements write. One appears whole or not at all; the version before goes to the trash. */
export function defineFileWrite(platform: Platform, needs: DatabaseNeeds): FileWrite {
  const { files } = platform;
  const note = ({ projectId, user, target, origin }: WantedFile, operationId: string): Promise<void> =>
    noteFileOrigin(platform, { projectId, path: target, authorId: user.id }, { ...origin, operationId });
  return defineOperation({
    name: 'file-of-query',
    task: 'export',
    policy: byStarter('upload', 'file'),
    input: z.object({ ...staged, target: z.custom<DataPath>() }),
    async findResult(wanted, { bytes, before }, id) {
      const { projectId, target, staged: path } = wanted;
      const there = await files.stat(projectId, target);
      if (there?.bytes !== bytes || there.etag === before) return undefined;
      await note(wanted, id);
      await files.discard(projectId, path, 'groma-temp').catch(() => undefined);
      return { result: { bytes } };
    },
    async run(wanted, { id, signal, report, keep }) {
      const { projectId, user, target, staged: path } = wanted;
      const opened = await files.open(projectId, path, 'groma-temp');
      try {
        const { bytes } = opened;
        await keep({ bytes, before: (await files.stat(projectId, target))?.etag ?? null });
        signal.throwIfAborted();
        const content = bytes === 0 ? Readable.from([]) : opened.read({ start: 0, end: bytes - 1 });
        const stop = (): void => {
          content.destroy(new GromaError('CANCELED', { name: target }));
        };
        signal.addEventListener('abort', stop, { once: true });
        let read = 0;
        content.on('data', (piece: Buffer) => {
          report({ progress: Math.min(99, ((read += piece.length) / bytes) * 100) });
        });
        content.pause();
        await needs.addFile(projectId, target, content, user.id).finally(() => {
          signal.removeEventListener('abort', stop);
        });
        await note(wanted, id);
        await files.discard(projectId, path, 'groma-temp').catch(() => undefined);
        return { bytes };
      } finally {
        await opened.close();
      }
    },
    clear: ({ projectId, staged: path }) => files.discard(projectId, path, 'groma-temp'),
  });
}
