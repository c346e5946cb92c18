import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { byStarter, GromaError, type ProjectId } from '@groma/model';
import { projectPackage } from '@groma/protocol';
import { z } from 'zod';
import { makeRunFolder } from '../../platform/kernel/run-folder.ts';
import { defineOperation, type OperationContext, type OperationKind } from '../../platform/operation/operation-kind.ts';
import type { Platform } from '../../platform/platform.ts';
import { gatherWanted, lendWheels } from './gather-wanted.ts';
import { openIndexProxy } from './index-proxy.ts';
import { indexOf } from './package-index.ts';
import { PackageLog } from './package-log.ts';
import { addSet, currentSet, removeOthers, setFolder, switchTo } from './package-sets.ts';
import { pipFailure } from './pip-failure.ts';
import { inTurn } from './project-turn.ts';
import { bytesIn, watchRoom } from './room-watch.ts';
import { runPip } from './run-pip.ts';

export const packageOperation = 'packages';

/** The set that the attempt has made, which may count already. */
interface Made {
  set: string;
}
const changeOfProject = projectPackage.packageChange.extend({ projectId: z.custom<ProjectId>() });
type Change = z.output<typeof changeOfProject>;
export type PackageOperation = OperationKind<Change, null, Made>;
type Context = OperationContext<null, Made>;

const mostCache = 1024 ** 3;
const keptOutput = 64 * 1024;
const longestLine = 200;

/**
 * Changes of a project’s packages, one after another. pip works on a copy of the set that is there; when it is done, a
 * link leads to the new set. So whenever it ends, by a kill too, kernels see one of the two whole.
 */
export function defineChangeOperation(platform: Platform): PackageOperation {
  const { files } = platform;
  return defineOperation({
    name: packageOperation,
    policy: byStarter('run', 'machine'),
    concurrency: { all: 3, ofGroup: 2 },
    input: changeOfProject,
    async run(change, context) {
      const log = await PackageLog.open(await files.packageFolder(change.projectId), context.id);
      const onWait = () => {
        log.write('Waiting for another change of packages …\n');
      };
      try {
        await inTurn(platform, change.projectId, { signal: context.signal, onWait }, (signal) =>
          carryOut(platform, change, { ...context, signal }, log),
        );
        return null;
      } finally {
        await log.close();
        platform.allowance.changed(change.projectId);
      }
    },
    findResult: async ({ projectId }, { set }) =>
      (await currentSet(await files.packageFolder(projectId))) === set ? { result: null } : undefined,
    clear: ({ projectId }) =>
      inTurn(platform, projectId, { signal: AbortSignal.timeout(60_000) }, async () => {
        const folder = await files.packageFolder(projectId);
        await removeOthers(folder);
        await trimCache(cacheOf(folder));
      }),
  });
}

async function carryOut(platform: Platform, change: Change, context: Context, log: PackageLog): Promise<void> {
  const folder = await platform.files.packageFolder(change.projectId);
  const work = await platform.files.workFolder(change.projectId);
  // The path of a Unix socket must be short.
  const runFolder = await makeRunFolder();
  try {
    const set = `${context.id}-${context.attempt}`;
    await makeSet(platform, change, { context, folder, work, runFolder, log });
    await addSet(folder, set, join(work, 'set'));
    await context.keep({ set });
    context.signal.throwIfAborted();
    await switchTo(folder, set);
  } finally {
    // What cannot be removed now, for a build has taken rights away, is swept with all that is old.
    for (const each of [work, runFolder]) await rm(each, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Has pip make the new set in the folder `set` of `work`. @throws GromaError of what pip says. */
async function makeSet(
  platform: Platform,
  change: Change,
  {
    context,
    folder,
    work,
    runFolder,
    log,
  }: { context: Context; folder: string; work: string; runFolder: string; log: PackageLog },
): Promise<void> {
  const { files, config } = platform;
  const { projectId } = change;
  const [made, temporary, wheels, cache] = [
    join(work, 'set'),
    join(work, 'tmp'),
    join(work, 'wheels'),
    cacheOf(folder),
  ];
  for (const each of [made, temporary, wheels, cache]) await mkdir(each, { recursive: true });
  const wanted = await gatherWanted(files, projectId, change);
  const python = join(config.pythonEnvironment, 'bin', 'python');
  const index = change.isOffline ? null : await indexOf(config.packages, python);
  const lent = await lendWheels(files, projectId, { folder: wheels, wanted: wanted.files, isOffline: index === null });
  const plan = {
    install: [...wanted.requirements, ...lent],
    remove: change.remove,
    isOnline: index !== null,
    options: [
      ...(index === null ? ['--no-index', '--find-links', '/wheels/all'] : []),
      ...(change.isUpgrade ? ['--upgrade'] : []),
      ...(change.allowsPre ? ['--pre'] : []),
      ...(change.withoutDependencies ? ['--no-deps'] : []),
    ],
  };
  await writeFile(join(work, 'plan.json'), JSON.stringify(plan));
  const proxy = index && (await openIndexProxy(join(runFolder, 'proxy'), { ...index, ...platform.outbound }));
  const old = await currentSet(folder);
  const watch = watchRoom(platform, projectId, {
    made: [made, temporary],
    // It goes when the new set has taken its place.
    replaced: old === null ? 0 : await bytesIn(setFolder(folder, old)),
    isRemoval: change.remove.length > 0,
    // It is trimmed at the end, and what a build writes into it meanwhile must not fill the disk.
    cache: { folder: cache, bytes: 2 * mostCache },
  });
  const late = AbortSignal.timeout(config.packages.minutes * 60_000);
  let output = '';
  try {
    const code = await runPip({
      python,
      made,
      old: old && setFolder(folder, old),
      plan: join(work, 'plan.json'),
      temporary,
      wheels,
      cache,
      proxy: index && runFolder,
      runFolder,
      index: index && { url: index.url, isTrusted: index.isTrusted },
      certificates: config.packages.certificates,
      signal: AbortSignal.any([context.signal, watch.signal, late]),
      onText(text) {
        log.write(text);
        output = (output + text).slice(-keptOutput);
        context.report({ subTask: lastLine(output) });
      },
    });
    if (code !== 0) throw pipFailure(output);
    await watch.look();
  } catch (error) {
    context.signal.throwIfAborted();
    if (watch.signal.aborted) throw watch.signal.reason;
    if (late.aborted)
      throw new GromaError('PACKAGE_FAILED', { detail: `it took longer than ${config.packages.minutes} minutes.` });
    throw error;
  } finally {
    watch.stop();
    proxy?.close();
    await trimCache(cache);
  }
}

function cacheOf(folder: string): string {
  return join(folder, 'cache');
}

async function trimCache(cache: string): Promise<void> {
  if ((await bytesIn(cache)) > mostCache) await rm(cache, { recursive: true, force: true });
}

function lastLine(text: string): string {
  return (text.trimEnd().split('\n').at(-1) ?? '').trim().slice(0, longestLine);
}
