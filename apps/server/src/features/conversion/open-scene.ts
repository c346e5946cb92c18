import { createHash } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  baseName,
  byStarter,
  GromaError,
  newId,
  parseDataPath,
  type DataPath,
  type ProjectId,
  type UserId,
} from '@groma/model';
import { z } from 'zod';
import { defineOperation, type OperationKind } from '../../platform/operation/operation-kind.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Bucket } from '../../platform/storage/file-store.ts';
import { inFolder } from './in-folder.ts';
import { lendParts } from './mesh-parts.ts';
import { cloudName, packageFor, refuseWithout, requireForm, tilesetName } from './output-format-table.ts';
import { hasPackage, runPython } from '../../platform/python/run-python.ts';

interface PlannedScene {
  projectId: ProjectId;
  from: DataPath;
  to: DataPath;
}
export type SceneOperation = OperationKind<PlannedScene, null>;

/** Tiles are kept for a day; what is nearly as old is made anew, so that none goes while it is looked at. */
const freshMs = 20 * 3_600_000;
const longestTitle = 255;
/** Points become larger while they are sorted. */
const workFactor = 20;
/** Meshes that pages cannot read themselves. */
const meshName = /\.(?:stl|obj|dae)$/i;
/** The most of a PLY that is read to find out whether it has faces; its header is shorter. */
const headBytes = 65_536;
const facesOfPly = /^element\s+face\s+0*[1-9]/m;
/** How tiles are made: another way makes others. */
const generation = 2;

/** Whether a file is a mesh, not points: PLY may be either. */
export async function isMeshFile(
  files: Platform['files'],
  projectId: ProjectId,
  path: DataPath,
  bucket: Bucket = 'groma',
): Promise<boolean> {
  if (!/\.ply$/i.test(path)) return meshName.test(path);
  const opened = await files.open(projectId, path, bucket);
  try {
    if (opened.bytes === 0) return false;
    const end = Math.min(opened.bytes, headBytes) - 1;
    const head = Buffer.concat(await opened.read({ start: 0, end }).toArray()).toString('latin1');
    return facesOfPly.test(head.split('end_header', 1)[0]!);
  } finally {
    await opened.close();
  }
}

/** What pages can show of clouds and meshes, made in the temporary bucket. */
export function defineScene(platform: Platform): SceneOperation {
  return defineOperation({
    name: 'scene',
    task: 'convert',
    policy: byStarter('read-on-open', 'file'),
    input: z.object({ projectId: z.custom<ProjectId>(), from: z.custom<DataPath>(), to: z.custom<DataPath>() }),
    concurrency: { all: 2, ofGroup: 1 },
    async run({ projectId, from, to }, { signal, report }) {
      const { files, config } = platform;
      const name = baseName(from);
      await files.requireSpace(((await files.stat(projectId, from))?.bytes ?? 0) * workFactor, name);
      await inFolder(files, projectId, async (folder) => {
        const [lent, work] = [join(folder, 'source'), join(folder, 'result')];
        await Promise.all([mkdir(lent), mkdir(work)]);
        const source = await files.lend(projectId, from, lent);
        const isMesh = to.endsWith('.glb');
        if (isMesh) await lendParts(files, { projectId, path: from, bucket: 'groma' }, lent);
        await runPython({
          environment: config.pythonEnvironment,
          ...(isMesh
            ? { program: 'mesh', output: baseName(to), words: ['glb'] }
            : { program: 'point_cloud', output: '.', words: ['scene'] }),
          source,
          folder: work,
          name,
          signal,
          onProgress: (fraction) => report({ progress: Math.min(99, fraction * 100) }),
        });
        // The file that names the others comes last: where it is, all are.
        const made = (await readdir(work)).toSorted((a, b) => Number(a === tilesetName) - Number(b === tilesetName));
        const into = to.slice(0, to.lastIndexOf('/'));
        for (const each of made) {
          signal.throwIfAborted();
          const path = parseDataPath(`${into}/${each}`);
          await files.adopt(projectId, path, join(work, each), { bucket: 'groma-temp', replace: true });
        }
      });
      return null;
    },
  });
}

/**
 * What a page shows of a cloud of points or a mesh, as a path of the temporary bucket; made where it is not there.
 * @throws GromaError FILE_NOT_FOUND, NO_CONVERTER, FILE_UNREADABLE, CANCELED
 */
export async function openScene(
  { files, config, operations }: Platform,
  kind: SceneOperation,
  { projectId, userId, path }: { projectId: ProjectId; userId: UserId; path: string },
  caller: AbortSignal,
): Promise<{ path: DataPath; isUpright: boolean }> {
  const from = parseDataPath(path);
  const stored = await files.stat(projectId, from);
  if (!stored || stored.isDir) throw new GromaError('FILE_NOT_FOUND', { path: from });
  const name = baseName(from);
  const isMesh = await isMeshFile(files, projectId, from);
  if (!isMesh && !cloudName.test(name))
    throw new GromaError('BAD_INPUT', { detail: `path: "${name}" is no cloud of points and no mesh.` });
  const form = requireForm(isMesh ? 'glb' : '3dtiles');
  // What is scanned or built has its height along z; what is drawn, as glTF, along y.
  const isUpright = /\.(?:stl|ply)$/i.test(name);
  const needed = packageFor(form, from);
  if (needed && !(await hasPackage(config.pythonEnvironment, needed))) refuseWithout(needed, form);
  const key = createHash('sha256').update(`${generation} ${from} ${stored.etag}`).digest('hex').slice(0, 32);
  const to = parseDataPath(`/data/scene-${key}/${isMesh ? 'model.glb' : tilesetName}`);
  const there = await files.stat(projectId, to, 'groma-temp');
  if (there && there.modifiedAt.getTime() > Date.now() - freshMs) return { path: to, isUpright };
  await operations.run(
    kind,
    {
      id: newId<'operation'>(),
      projectId,
      userId,
      title: `Convert ${name}`.slice(0, longestTitle),
      subject: name,
    },
    { projectId, from, to },
    caller,
  );
  return { path: to, isUpright };
}
