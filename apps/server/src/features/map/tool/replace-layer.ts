import { and, eq } from '../../../platform/database/drizzle.ts';
import { rm } from 'node:fs/promises';
import {
  byStarter,
  legacyEncodings,
  type DataPath,
  type LayerReference,
  type OperationId,
  type ProjectId,
  type UserId,
} from '@groma/model';
import { z } from 'zod';
import { layerEditKeys } from '../../../platform/database/tables/index.ts';
import { Semaphore } from '../../../platform/jobs/semaphore.ts';
import {
  defineOperation,
  type OperationContext,
  type OperationKind,
} from '../../../platform/operation/operation-kind.ts';
import type { Origin } from '../../../platform/origin/origin.ts';
import type { MadeAgain } from '../../../platform/origin/run-again.ts';
import type { Bucket } from '../../../platform/storage/file-store.ts';
import type { MapParts } from '../edit/map-parts.ts';
import { asGromaError, ImportError } from '../import/index.ts';
import { LayerWorker } from '../reader/layer-worker.ts';
import type { ToolProgress } from '../reader/worker-tasks.ts';
import { replaceFeatures } from './replace-features.ts';
import { ToolInputReader, versionRead, type FileReading } from './tool-inputs.ts';
import type { ToolParts } from './wanted-tool.ts';

/** A layer whose features are to be those of a file, in one change that can be undone. */
export interface WantedReplacement {
  projectId: ProjectId;
  user: { id: UserId; username: string };
  target: LayerReference;
  path: DataPath;
  bucket: Bucket;
  reading: Omit<FileReading, 'bucket'>;
  /** Columns are replaced too, and features get new ids unless the file has those of the layer. */
  anew?: { keepsIds: boolean } | undefined;
  /** How the layer is made then. Null for the import of the file itself, whose version is noted as it is read. */
  origin: Origin;
}

/** `features`: null where an attempt before has put them there. */
export type Replaced = MadeAgain & { features: number | null; warnings: string[] };

export type Replacement = OperationKind<WantedReplacement, Replaced>;

/** Files read at once: each has a thread with a heap of its own. */
const slots = new Semaphore(2);
/** Share of the whole that reading takes; the rest is the edit. */
const readingShare = 95;
const longestTitle = 255;

/** Layers of imports and of queries that are made again. */
export function defineReplacement(parts: ToolParts): Replacement {
  const { files } = parts.platform;
  return defineOperation({
    name: 'replace-layer',
    task: 'import',
    policy: byStarter('update', 'map'),
    input: z.object({
      projectId: z.custom<ProjectId>(),
      user: z.object({ id: z.custom<UserId>(), username: z.string() }),
      target: z.object({ mapId: z.string(), layerId: z.string() }),
      path: z.custom<DataPath>(),
      bucket: z.enum(['groma', 'groma-temp']),
      reading: z.object({
        layer: z.string().optional(),
        crs: z.string().optional(),
        table: z.custom<FileReading['table']>().optional(),
        encoding: z.enum(legacyEncodings).optional(),
        geometryColumn: z.string().optional(),
        latitudeColumn: z.string().optional(),
      }),
      anew: z.object({ keepsIds: z.boolean() }).optional(),
      origin: z.custom<Origin>(),
    }),
    run: (wanted, context) => replaceLayer(parts, wanted, context),
    async clear({ projectId, path, bucket }) {
      if (bucket === 'groma-temp') await files.discard(projectId, path, bucket);
    },
  });
}

/**
 * Replaces the features of a layer as an operation and waits for its end.
 * @throws GromaError FILE_NOT_FOUND, IMPORT_FAILED, LAYER_CHANGED, LAYER_LOCKED, CANCELED
 */
export function runReplacement(
  { platform }: MapParts,
  kind: Replacement,
  wanted: WantedReplacement & { name: string; operationId?: OperationId | undefined },
  caller: AbortSignal,
): Promise<Replaced> {
  const { name, operationId, ...input } = wanted;
  const { projectId, user } = wanted;
  return platform.operations.run(
    kind,
    {
      ...(operationId && { id: operationId }),
      projectId,
      userId: user.id,
      title: `Import ${name}`.slice(0, longestTitle),
      subject: name,
    },
    input,
    caller,
  );
}

async function replaceLayer(
  parts: ToolParts,
  { projectId, user, target, path, bucket, reading, anew, origin }: WantedReplacement,
  { id, signal, report }: OperationContext<Replaced>,
): Promise<Replaced> {
  const { platform } = parts;
  const [known] = await platform.database.query
    .select({ seqs: layerEditKeys.seqs })
    .from(layerEditKeys)
    .where(and(eq(layerEditKeys.layerId, target.layerId), eq(layerEditKeys.key, id)));
  if (known) return { operation_id: id, edits: known.seqs, features: null, warnings: [] };
  return slots.run(signal, async () => {
    const reader = new ToolInputReader(parts, { projectId, userId: user.id }, signal);
    const folder = await platform.blobs.workFolder();
    const worker = new LayerWorker(platform.blobs);
    const stop = (): void => {
      void worker.close();
    };
    signal.addEventListener('abort', stop);
    try {
      const source = await reader.readFile(path, null, { ...reading, bucket });
      const { taken } = await reader.read(target, null);
      const task = {
        tool: null,
        inputs: { features: source.taken },
        parameters: {},
        folder,
        target: taken,
        isAgain: true,
        replacesColumns: anew !== undefined,
      };
      let made: ToolProgress['done'];
      for await (const piece of worker.stream('runTool', task)) {
        const progress = JSON.parse(new TextDecoder().decode(piece)) as ToolProgress;
        report({ progress: progress.fraction * readingShare });
        made = progress.done;
      }
      signal.throwIfAborted();
      if (anew && made!.manifest.parts.every(({ kind }) => kind === 'none'))
        throw asGromaError(new ImportError('no-places', source.taken.layer.name));
      // Of a file of the project, the version is that which was read. A layer is out of date of others, never of
      // itself.
      const inputs =
        bucket === 'groma'
          ? [{ ...source.origin, input: 'file' }]
          : origin.inputs.filter(({ sourceLayerId }) => sourceLayerId !== target.layerId);
      const { features } = made!.replaced!;
      const sender = { userId: user.id, username: user.username, key: id };
      const edited = await replaceFeatures(parts, target, sender, {
        ...made!.replaced!,
        // No feature has the id 0.
        ...(anew?.keepsIds === false && { features: features.map((feature) => ({ ...feature, fid: 0 })) }),
        version: versionRead(taken),
        origin: { ...origin, inputs, operationId: id },
      });
      if (bucket === 'groma-temp') await platform.files.discard(projectId, path, bucket).catch(() => undefined);
      return {
        operation_id: id,
        edits: edited.edits.map(({ seq }) => seq),
        features: features.length,
        warnings: source.warnings,
      };
    } finally {
      signal.removeEventListener('abort', stop);
      await worker.close();
      await reader.end();
      await rm(folder, { recursive: true, force: true });
    }
  });
}
