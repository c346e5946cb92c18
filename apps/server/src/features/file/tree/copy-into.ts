import {
  baseName,
  byStarter,
  GromaError,
  parseExistingPath,
  type ClashRule,
  type DataPath,
  type ProjectId,
  type UserId,
} from '@groma/model';
import type { file } from '@groma/protocol';
import { z } from 'zod';
import { defineOperation, type OperationKind } from '../../../platform/operation/operation-kind.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { CopyOptions, FileStore } from '../../../platform/storage/file-store.ts';
import { clearPlaces, partsOfEach, placeOfPart, withoutParts } from '../entry/file-parts.ts';
import { publishFileChanges } from '../entry/publish-file-changes.ts';
import { place, settleEach } from '../entry/settle-each.ts';

interface Copying {
  projectId: ProjectId;
  userId: UserId;
  paths: readonly string[];
  folder: DataPath;
  clash: ClashRule;
  /** Whether the files that belong to one are copied with it. */
  withParts: boolean;
}

/** Files and folders that are copied as an operation, with what progress is measured by. */
interface LargeCopy extends Copying {
  bytes: number;
}

/** What was copied by the attempts before, in the order of the paths, and the place and size of the next copy. */
interface CopyCheckpoint {
  outcomes: file.FileOutcome[];
  next: { from: string; to: DataPath; bytes: number; files: number } | null;
}

export type CopyOperation = OperationKind<LargeCopy, void, CopyCheckpoint>;

/** More than this is copied as an operation, which people see and can stop. */
const little = { bytes: 64 * 1024 * 1024, files: 1_000 };
const longestTitle = 255;

/** Copies files and folders into a folder, at once or as an operation. */
export async function copyInto(
  platform: Platform,
  kind: CopyOperation,
  copying: Copying,
): Promise<{ data: file.FileOutcome[]; isRunning: boolean }> {
  const { projectId, userId } = copying;
  const parts = await partsOfCopy(platform, copying);
  const paths = withoutParts(copying.paths.map(parseExistingPath), parts);
  const whole = { bytes: 0, files: 0 };
  for (const path of paths.flatMap((each) => [each, ...(parts.get(each) ?? [])])) {
    // What is not there is told with the rest.
    const size = await platform.files.measure(projectId, path).catch(unlessKnown);
    whole.bytes += size?.bytes ?? 0;
    whole.files += size?.files ?? 0;
  }
  if (whole.bytes <= little.bytes && whole.files <= little.files)
    return { data: await copyEach(platform, { ...copying, paths }), isRunning: false };
  const subject = paths.length === 1 ? baseName(paths[0]!) : `${baseName(paths[0]!)} +${paths.length - 1}`;
  await platform.operations.start(
    kind,
    { projectId, userId, title: `Copy ${subject}`.slice(0, longestTitle), subject },
    { ...copying, paths, bytes: whole.bytes },
  );
  return { data: [], isRunning: true };
}

/** Copies as people see them. After a kill the copying goes on with the first path that has no copy. */
export function defineCopy(platform: Platform): CopyOperation {
  return defineOperation({
    name: 'copy',
    policy: byStarter('duplicate', 'file'),
    input: z.object({
      projectId: z.custom<ProjectId>(),
      userId: z.custom<UserId>(),
      paths: z.array(z.string()),
      folder: z.custom<DataPath>(),
      clash: z.custom<ClashRule>(),
      withParts: z.boolean().default(false),
      bytes: z.number(),
    }),
    async findResult(copying, checkpoint) {
      const outcomes = await findCopies(platform, copying, checkpoint);
      if (outcomes.length < copying.paths.length) return undefined;
      await publishCopies(platform, copying.projectId, outcomes);
      refuseFailed(outcomes);
      return {};
    },
    async run(copying, { signal, checkpoint, keep, report }) {
      const outcomes = checkpoint ? await findCopies(platform, copying, checkpoint) : [];
      await publishCopies(platform, copying.projectId, outcomes);
      let copied = 0;
      const left = { ...copying, paths: copying.paths.slice(outcomes.length) };
      await copyEach(platform, left, {
        signal,
        onBytes: (bytes) => {
          copied += bytes;
          report({ progress: Math.min(99, (copied / Math.max(1, copying.bytes)) * 100) });
        },
        onOutcome: async (outcome) => {
          outcomes.push(outcome);
          await keep({ outcomes, next: null });
        },
        beforeCopy: async (from, to) => {
          const size = await platform.files.measure(copying.projectId, parseExistingPath(from));
          await keep({ outcomes, next: { from, to, ...size } });
        },
      });
      refuseFailed(outcomes);
    },
  });
}

/** What the attempts before have copied. A copy appears whole: if it is there, only the note of it is missing. */
async function findCopies(
  { files }: Platform,
  { projectId }: Copying,
  { outcomes, next }: CopyCheckpoint,
): Promise<file.FileOutcome[]> {
  const there = next && (await files.measure(projectId, next.to).catch(unlessKnown));
  const isThere = next && there?.bytes === next.bytes && there.files === next.files;
  return isThere ? [...outcomes, { from: next.from, to: next.to, error: null }] : [...outcomes];
}

function refuseFailed(outcomes: readonly file.FileOutcome[]): void {
  const failed = outcomes.find(({ error }) => error !== null);
  if (failed?.error) throw new GromaError('BAD_INPUT', { detail: failed.error.message });
}

interface CopyEachOptions extends CopyOptions {
  beforeCopy?(from: string, to: DataPath): Promise<void>;
  onOutcome?(outcome: file.FileOutcome): Promise<void>;
}

async function copyEach(
  platform: Platform,
  copying: Copying,
  { beforeCopy, onOutcome, ...options }: CopyEachOptions = {},
): Promise<file.FileOutcome[]> {
  const { files } = platform;
  const { projectId, userId, paths, folder, clash, withParts } = copying;
  const parts = await partsOfCopy(platform, copying);
  const copyOne = async (text: string): Promise<string | null> => {
    const from = parseExistingPath(text);
    const found = await files.stat(projectId, from);
    if (!found) throw new GromaError('FILE_NOT_FOUND', { path: from });
    const isDuplicate = `${folder}/${baseName(from)}` === from;
    return place({
      folder,
      name: baseName(from),
      isDir: found.isDir,
      clash: isDuplicate ? 'number' : clash,
      isDuplicate,
      clear: (to) => clearPlaces(platform, { projectId, userId, from, to, parts: parts.get(from) ?? [], withParts }),
      put: async (path) => {
        // Before anything is copied that would find its name taken at the end.
        if (await files.stat(projectId, path)) throw new GromaError('FILE_EXISTS', { path });
        const own = (parts.get(from) ?? []).map((part) => [part, placeOfPart(part, from, path)] as const);
        for (const [part, to] of own)
          if (!(await isFree(files, projectId, part, to))) throw new GromaError('FILE_EXISTS', { path: to });
        await beforeCopy?.(text, path);
        // What they belong to comes last: where that is, all is.
        for (const [part, to] of own)
          if (!(await files.stat(projectId, to))) await files.copy(projectId, part, to, options);
        return (await files.copy(projectId, from, path, options)).path;
      },
    });
  };
  const outcomes: file.FileOutcome[] = [];
  for (const path of paths) {
    const [outcome] = await settleEach([path], copyOne);
    outcomes.push(outcome!);
    await onOutcome?.(outcome!);
  }
  await publishCopies(platform, projectId, outcomes);
  return outcomes;
}

function partsOfCopy({ files }: Platform, { projectId, paths, withParts }: Copying) {
  return withParts ? partsOfEach(files, projectId, paths.map(parseExistingPath)) : new Map<DataPath, DataPath[]>();
}

/** Whether a part may go to a place: free, or taken by the same bytes, which an attempt before has put there. */
async function isFree(files: FileStore, projectId: ProjectId, part: DataPath, to: DataPath): Promise<boolean> {
  const [there, own] = [await files.stat(projectId, to), await files.stat(projectId, part)];
  if (!there) return true;
  if (there.isDir || there.bytes !== own?.bytes) return false;
  return (await files.hash(projectId, to)).sha256 === (await files.hash(projectId, part)).sha256;
}

function publishCopies(platform: Platform, projectId: ProjectId, outcomes: readonly file.FileOutcome[]): Promise<void> {
  return publishFileChanges(
    platform,
    projectId,
    outcomes.flatMap(({ to }) => to ?? []),
  );
}

function unlessKnown(error: unknown): undefined {
  if (!(error instanceof GromaError)) throw error;
}
