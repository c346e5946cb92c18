import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  byStarter,
  earthEngineAddress,
  GromaError,
  parseDataPath,
  type DataPath,
  type OperationId,
  type ProjectId,
  type UserId,
} from '@groma/model';
import { z } from 'zod';
import { defineOperation, type OperationKind } from '../../../platform/operation/operation-kind.ts';
import type { Origin } from '../../../platform/origin/origin.ts';
import { noteFileOrigin } from '../../../platform/origin/origin-records.ts';
import type { MadeAgain, WantedAgain } from '../../../platform/origin/run-again.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { EarthEngineImages } from './earth-engine-images.ts';

const wish = z.object({
  datasetId: z.string(),
  from: z.string(),
  to: z.string(),
  box: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  scale: z.number(),
  bands: z.array(z.string()),
});
const input = wish.extend({
  projectId: z.custom<ProjectId>(),
  userId: z.custom<UserId>(),
  target: z.custom<DataPath>(),
  replacedBy: z.custom<UserId>().nullable(),
});
type WantedDownload = z.output<typeof input>;
type Made = { path: string; bytes: number };
type Checkpoint = { result: Made; before: string | null; origin: Origin };
export type EarthEngineDownload = OperationKind<WantedDownload, Made, Checkpoint>;

/** Downloads from Earth Engine as people see them. */
export function defineEarthEngineDownload(platform: Platform, images: EarthEngineImages): EarthEngineDownload {
  const { access, files } = platform;
  const publish = async ({ projectId, userId, target: path }: WantedDownload, origin: Origin): Promise<void> => {
    await noteFileOrigin(platform, { projectId, path, authorId: userId }, origin);
    const folder = path.slice(0, path.lastIndexOf('/')) || '/data';
    await platform.bus.publish('files-changed', { projectId, path, folders: [folder] });
  };
  return defineOperation({
    name: 'earth-engine',
    task: 'import',
    policy: byStarter('upload', 'file'),
    input,
    async findResult(wanted, { result, before, origin }) {
      const there = await files.stat(wanted.projectId, wanted.target);
      if (there?.bytes !== result.bytes || there.etag === before) return undefined;
      await publish(wanted, origin);
      return { result };
    },
    async run(wanted, { id, userId, projectId, signal, keep }) {
      await access.require(userId, projectId, 'upload', 'file', { evenWithoutPlan: true });
      const { target, replacedBy } = wanted;
      const bytes = await images.download(wanted, signal);
      const folder = await files.workFolder(projectId);
      try {
        const file = join(folder, 'image.tif');
        await writeFile(file, bytes);
        const { datasetId, ...parameters } = wish.parse(wanted);
        const origin: Origin = {
          kind: 'export',
          doer: 'earth-engine',
          parameters: { ...parameters, datasetId, images: earthEngineAddress(wanted) },
          inputs: [],
          operationId: id,
        };
        const result = { path: target, bytes: bytes.length };
        await keep({ result, before: (await files.stat(projectId, target))?.etag ?? null, origin });
        await files.adopt(projectId, target, file, {
          bucket: 'groma',
          ...(replacedBy && { replace: true, trashedBy: replacedBy }),
        });
        await publish(wanted, origin);
        return result;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  });
}

interface AskedDownload extends z.output<typeof wish> {
  projectId: ProjectId;
  userId: UserId;
  id: OperationId | undefined;
  path: string;
  replace: boolean;
}

/**
 * Downloads as an operation and waits for the file.
 * @throws GromaError BAD_INPUT, BAD_PATH, FILE_EXISTS, EARTH_ENGINE_NOT_SET, EARTH_ENGINE_NO_IMAGES,
 * EARTH_ENGINE_FAILED
 */
export async function downloadFromEarthEngine(
  { platform, images, kind }: { platform: Platform; images: EarthEngineImages; kind: EarthEngineDownload },
  { id, path, replace, ...asked }: AskedDownload,
  caller: AbortSignal,
): Promise<Made> {
  const { projectId, userId } = asked;
  const target = parseDataPath(path);
  if (!/\.tiff?$/i.test(target))
    throw new GromaError('BAD_INPUT', { detail: `path: “${path}” must end with .tif or .tiff.` });
  if (!replace && (await platform.files.stat(projectId, target))) throw new GromaError('FILE_EXISTS', { path: target });
  await images.check(asked, caller);
  const name = target.slice(target.lastIndexOf('/') + 1);
  return platform.operations.run(
    kind,
    { ...(id && { id }), projectId, userId, title: `Import ${name}`.slice(0, 255), subject: name },
    { ...asked, target, replacedBy: replace ? userId : null },
    caller,
  );
}

/** Downloads a file again, of the images that are there now. @throws as `downloadFromEarthEngine` */
export async function downloadAgain(
  parts: { platform: Platform; images: EarthEngineImages; kind: EarthEngineDownload },
  { origin, projectId, user, operationId }: WantedAgain,
  caller: AbortSignal,
): Promise<MadeAgain> {
  const { thing, parameters } = origin;
  if (!('path' in thing)) throw new GromaError('NOT_FOUND', { noun: 'origin' });
  const asked = { ...wish.parse(parameters), projectId, userId: user.id, id: operationId };
  await downloadFromEarthEngine(parts, { ...asked, path: thing.path, replace: true }, caller);
  return { operation_id: operationId ?? null, edits: [] };
}
