import { stat, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  byStarter,
  GromaError,
  parseDataPath,
  type DataPath,
  type OperationId,
  type ProjectId,
  type UserId,
} from '@groma/model';
import { z } from 'zod';
import {
  defineOperation,
  type OperationContext,
  type OperationKind,
} from '../../../platform/operation/operation-kind.ts';
import type { Origin } from '../../../platform/origin/origin.ts';
import { noteFileOrigin } from '../../../platform/origin/origin-records.ts';
import type { MadeAgain, WantedAgain } from '../../../platform/origin/run-again.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { RasterPool } from '../pool/raster-pool.ts';
import { readLookWish, readValueWish } from '../request/read-wish.ts';
import type { RasterSources } from '../source/raster-sources.ts';
import { readTileQuery } from '../request/tile-query.ts';
import { framesOf, type AnimationFrame } from './animation-frames.ts';
import { drawFrame, fontFile, type FrameSize } from './draw-frame.ts';
import { gifWriter, mp4Writer } from './encode-animation.ts';

const longestTitle = 255;
/** Pixels of all pictures together: a GIF is made of all of them at once. */
const mostPixels = 100_000_000;
const tallest = 4_096;

const wanted = z.object({
  mapId: z.string(),
  projectId: z.custom<ProjectId>(),
  userId: z.custom<UserId>(),
  layerIds: z.array(z.string()),
  box: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  width: z.number(),
  seconds: z.number(),
  attribution: z.string(),
  target: z.custom<DataPath>(),
  replacedBy: z.custom<UserId>().nullable(),
});
type WantedAnimation = z.output<typeof wanted>;

export interface MadeAnimation {
  path: string;
  bytes: number;
  frames: number;
}

interface Checkpoint {
  result: MadeAnimation;
  before: string | null;
  origin: Origin;
}

export type AnimationOperation = OperationKind<WantedAnimation, MadeAnimation, Checkpoint>;

interface AnimationParts {
  platform: Platform;
  pool: RasterPool;
  sources: RasterSources;
}

/** Animations as people see them. */
export function defineAnimation(parts: AnimationParts): AnimationOperation {
  const { access, files } = parts.platform;
  return defineOperation({
    name: 'animation',
    task: 'export',
    policy: byStarter('upload', 'file'),
    input: wanted,
    concurrency: { all: 1, ofGroup: 1 },
    async findResult({ projectId, userId, target }, { result, before, origin }) {
      const there = await files.stat(projectId, target);
      if (there?.bytes !== result.bytes || there.etag === before) return undefined;
      await publish(parts.platform, { projectId, target, userId }, origin);
      return { result };
    },
    async run(asked, context) {
      await access.require(context.userId, context.projectId, 'upload', 'file', { evenWithoutPlan: true });
      return makeAnimation(parts, asked, context);
    },
  });
}

async function makeAnimation(
  parts: AnimationParts,
  asked: WantedAnimation,
  { id, signal, report, keep }: OperationContext<MadeAnimation, Checkpoint>,
): Promise<MadeAnimation> {
  const { platform } = parts;
  const { projectId, userId, target } = asked;
  const frames = await framesOf(platform, asked);
  const size = sizeOf(asked, frames.length);
  const origin = originOf(asked, frames, id);
  const folder = await platform.files.workFolder(projectId);
  try {
    const file = join(folder, 'animation');
    const writer = isVideo(target)
      ? await mp4Writer(file, size, { seconds: asked.seconds, signal })
      : await gifWriter(file, size, asked.seconds);
    for (const [at, frame] of frames.entries()) {
      // oxlint-disable-next-line no-await-in-loop
      await writer.add(await pictureOf(parts, asked, { frame, size, signal }));
      report({ progress: (90 * (at + 1)) / frames.length, subTask: frame.day });
    }
    await writer.end();
    signal.throwIfAborted();
    const { size: bytes } = await stat(file);
    const result = { path: target, bytes, frames: frames.length };
    await keep({ result, before: (await platform.files.stat(projectId, target))?.etag ?? null, origin });
    await platform.files.adopt(projectId, target, file, {
      bucket: 'groma',
      ...(asked.replacedBy && { replace: true, trashedBy: asked.replacedBy }),
    });
    await publish(platform, { projectId, target, userId }, origin);
    return result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A layer that does not reach into the box leaves its picture empty. @throws GromaError as reading does */
async function pictureOf(
  { platform, pool, sources }: AnimationParts,
  { projectId, box: [west, south, east, north], attribution }: WantedAnimation,
  { frame, size, signal }: { frame: AnimationFrame; size: FrameSize; signal: AbortSignal },
): Promise<Buffer> {
  const place = {
    kind: 'box' as const,
    west,
    south,
    east: east < west ? east + 360 : east,
    north,
    ...size,
    longest: size.width,
  };
  const layers = await Promise.all(
    frame.layers.map(async ({ url, query: text, opacity }) => {
      const query = readTileQuery(text);
      const picture = await sources.use({ projectId, url, assumedCrs: query.assumed_crs, signal }, (source) =>
        pool.run<Uint8Array>(
          { kind: 'picture', source, values: readValueWish(query), look: readLookWish(query), place, format: 'png' },
          signal,
        ),
      );
      return { picture, opacity };
    }),
  );
  const font = fontFile(platform.config.pythonEnvironment);
  return drawFrame(layers, { ...size, day: frame.day, attribution, font });
}

/** The height that the box has in web Mercator; even sides, which videos need. @throws GromaError BAD_INPUT */
function sizeOf({ box: [west, south, east, north], width }: WantedAnimation, frames: number): FrameSize {
  const up = (latitude: number): number =>
    Math.atanh(Math.sin((Math.max(-85, Math.min(85, latitude)) * Math.PI) / 180));
  const across = ((east < west ? east + 360 : east) - west) * (Math.PI / 180);
  if (!(across > 0 && north > south)) throw new GromaError('BAD_INPUT', { detail: 'box: it has no area.' });
  const even = (side: number): number => Math.max(2, Math.round(side / 2) * 2);
  const size = { width: even(width), height: even((width * (up(north) - up(south))) / across) };
  if (size.height > tallest)
    throw new GromaError('BAD_INPUT', {
      detail: `box: the pictures would be ${size.height} pixels tall, more than ${tallest}. Choose less width.`,
    });
  const most = Math.floor(Math.sqrt(mostPixels / frames / (size.height / size.width)));
  if (size.width * size.height * frames > mostPixels)
    throw new GromaError('BAD_INPUT', { detail: `width: ${frames} pictures may be ${most} pixels wide at most.` });
  return size;
}

function isVideo(target: string): boolean {
  return /\.mp4$/i.test(target);
}

function originOf(asked: WantedAnimation, frames: readonly AnimationFrame[], operationId: OperationId): Origin {
  const { mapId, layerIds, box, width, seconds, attribution, target } = asked;
  return {
    kind: 'export',
    doer: isVideo(target) ? 'mp4' : 'gif',
    parameters: {
      map: mapId,
      layers: layerIds,
      box,
      width,
      seconds,
      attribution,
      names: frames.flatMap(({ layers }) => layers.map(({ name }) => name)),
    },
    inputs: [],
    operationId,
  };
}

async function publish(
  platform: Platform,
  { projectId, target, userId }: { projectId: ProjectId; target: DataPath; userId: UserId },
  origin: Origin,
): Promise<void> {
  await noteFileOrigin(platform, { projectId, path: target, authorId: userId }, origin);
  const folder = target.slice(0, target.lastIndexOf('/')) || '/data';
  await platform.bus.publish('files-changed', { projectId, path: target, folders: [folder] });
}

interface AskedAnimation extends Omit<WantedAnimation, 'target' | 'replacedBy'> {
  id: OperationId | undefined;
  path: string;
  replace: boolean;
}

/**
 * Writes an animation as an operation and waits for it.
 * @throws GromaError BAD_INPUT, BAD_PATH, FILE_EXISTS, UNAVAILABLE, EXPORT_FAILED; as `framesOf` and reading
 */
export async function runAnimation(
  platform: Platform,
  kind: AnimationOperation,
  { id, path, replace, ...asked }: AskedAnimation,
  caller: AbortSignal,
): Promise<MadeAnimation> {
  const { projectId, userId } = asked;
  const target = parseDataPath(path.startsWith('/data/') ? path : `/data/${path.replace(/^\/+/, '')}`);
  if (!/\.(?:gif|mp4)$/i.test(target))
    throw new GromaError('BAD_INPUT', { detail: `path: “${path}” must end with .gif or .mp4.` });
  // What is wrong with it is said before it begins.
  sizeOf({ ...asked, target, replacedBy: null }, (await framesOf(platform, asked)).length);
  if (!replace && (await platform.files.stat(projectId, target))) throw new GromaError('FILE_EXISTS', { path: target });
  const name = target.slice(target.lastIndexOf('/') + 1);
  return platform.operations.run(
    kind,
    { ...(id && { id }), projectId, userId, title: `Export ${name}`.slice(0, longestTitle), subject: name },
    { ...asked, target, replacedBy: replace ? userId : null },
    caller,
  );
}

/** Writes an animation again, of its layers as they are now. @throws GromaError as `runAnimation` */
export async function runAnimationAgain(
  platform: Platform,
  kind: AnimationOperation,
  { origin, projectId, user, operationId }: WantedAgain,
  caller: AbortSignal,
): Promise<MadeAgain> {
  const { thing, parameters } = origin;
  if (!('path' in thing)) throw new GromaError('NOT_FOUND', { noun: 'origin' });
  const asked = wanted.pick({ layerIds: true, box: true, width: true, seconds: true, attribution: true, mapId: true });
  const given = asked.parse({ ...parameters, mapId: parameters['map'], layerIds: parameters['layers'] });
  await runAnimation(
    platform,
    kind,
    { ...given, projectId, userId: user.id, id: operationId, path: thing.path, replace: true },
    caller,
  );
  return { operation_id: operationId ?? null, edits: [] };
}
