import { eq } from '../../../platform/database/drizzle.ts';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  baseName,
  GromaError,
  parseDataPath,
  sqlWrite,
  type LayerTable,
  type ProjectId,
  type SqlFailure,
  type SqlWrite,
  type UserId,
} from '@groma/model';
import { users } from '../../../platform/database/tables/index.ts';
import type { Origin, OriginBlock, OriginInput } from '../../../platform/origin/origin.ts';
import type { DatabaseParts } from '../database-parts.ts';
import { handedFolder, type WriteQuestion, type WrittenRow } from '../engine/written-rows.ts';
import type { AnswerQuestion } from '../process/frame-source.ts';
import { queryInputs } from './query-inputs.ts';
import { queryOrigin, type SqlParameters } from './query-origin.ts';
import { relationsOf } from './relations-of.ts';
import type { AskingPerson } from './project-relations.ts';
import { openWritten } from './written-file.ts';

const longestName = 255;
const longestTitle = 255;

type LayerTarget = Extract<SqlWrite, { kind: 'layer' }>;
type FileTarget = Extract<SqlWrite, { kind: 'file' }>;
type WriteParts = Pick<DatabaseParts, 'platform' | 'records' | 'open' | 'relations' | 'needs' | 'writes'>;

/** A run whose statements may write into the project. */
interface WritingRun {
  databaseId: string;
  /** Its statements: what they name may be another after one of them. */
  texts: readonly string[];
  person: AskingPerson;
  params: SqlParameters;
  /** What they read, as that was before they ran. */
  inputs: readonly OriginInput[];
  block?: OriginBlock | undefined;
}

/** What is wrong with the place that rows should go to. */
class Refusal extends Error {
  readonly kind: SqlFailure['kind'];

  constructor(kind: SqlFailure['kind'], detail: string) {
    super(detail);
    this.kind = kind;
  }
}

/** Answers a database's process that runs statements which write into the project, with the rights of who runs them. */
export function answerWrites(parts: WriteParts, run: WritingRun): AnswerQuestion {
  const { databaseId, texts, person } = run;
  let { inputs } = run;
  let rest = texts;
  return async (question) => {
    try {
      const asked = question as WriteQuestion;
      if (asked.step === 'may') return await mayWrite(parts, asked.write, person);
      const own = rest.findIndex((text) => isDeepStrictEqual(sqlWrite(text), asked.write));
      const at = texts.length - rest.length + own;
      const origin = queryOrigin(
        { ...run, inputs },
        at,
        asked.geometryColumn ? { geometry_column: asked.geometryColumn } : {},
      );
      const taken = await takeOver(parts, asked, origin, { databaseId, person });
      rest = rest.slice(own + 1);
      // What this has written may be what the next one reads.
      if (rest.length > 0) inputs = await queryInputs(parts, databaseId, texts, person);
      return { ...taken, relations: (await relationsOf(parts, databaseId, rest, person)) ?? [] };
    } catch (error) {
      return { failure: failureOf(parts, error) };
    }
  };
}

function failureOf({ platform: { log } }: WriteParts, error: unknown): SqlFailure {
  if (error instanceof Refusal) return { kind: error.kind, detail: error.message };
  if (!(error instanceof GromaError)) {
    log.error('What a statement wrote was not taken over.', { error });
    return { kind: 'other', detail: 'What the statement wrote could not be taken over. Try again.' };
  }
  if (error.code === 'CANCELED') return { kind: 'canceled', detail: '' };
  return { kind: error.code === 'FORBIDDEN' ? 'permission' : 'other', detail: error.message };
}

/** Answers the row of what is there already, where nothing is to be made. */
async function mayWrite(
  parts: WriteParts,
  write: SqlWrite,
  { projectId, userId }: AskingPerson,
): Promise<{ row?: WrittenRow }> {
  const { access, files } = parts.platform;
  if (write.kind === 'file') {
    await access.require(userId, projectId, 'upload', 'file');
    const path = parseDataPath(write.path);
    if ((await files.stat(projectId, path))?.isDir) throw new Refusal('other', `"${path}" is a folder.`);
    return {};
  }
  await access.require(userId, projectId, 'update', 'map');
  const map = await findMap(parts, projectId, write);
  const there = await sameNamed(parts, projectId, map.id, write.layer);
  if (there.length === 0) return {};
  if (write.isOptional) return { row: { layer: write.layer, map: map.name, features: 0 } };
  if (!write.isReplacing)
    throw new Refusal('other', `The map "${map.name}" has a layer "${write.layer}" already. Choose another name.`);
  replacedOf(there, write.layer);
  return {};
}

/** The layer that is replaced, where there is one. @throws Refusal where there are several */
function replacedOf(there: readonly LayerTable[], name: string): LayerTable | undefined {
  if (there.length < 2) return there[0];
  throw new Refusal(
    'missing',
    `Several layers are called "${name}". Write the id of the one that is to be replaced: ${there.map(({ layerId }) => `"${layerId}"`).join(', ')}.`,
  );
}

/** @throws Refusal for a name that no map has, or several, and one that no layer can have. */
async function findMap(
  { needs }: WriteParts,
  projectId: ProjectId,
  { map: wanted, layer }: LayerTarget,
): Promise<{ id: string; name: string }> {
  if (layer.trim() === '') throw new Refusal('other', 'A layer needs a name.');
  if (layer.length > longestName)
    throw new Refusal('other', `The name of a layer has at most ${longestName} characters.`);
  const maps = await needs.tables.maps(projectId);
  const byId = maps.find(({ id }) => id === wanted.toLowerCase());
  const named = byId ? [byId] : maps.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  if (named.length === 1) return named[0]!;
  if (named.length === 0) throw new Refusal('missing', `This project has no map "${wanted}".`);
  throw new Refusal(
    'missing',
    `Several maps are called "${wanted}". Write the id of the one that is meant: ${named.map(({ id }) => `"${id}"`).join(', ')}.`,
  );
}

async function sameNamed(
  { needs }: WriteParts,
  projectId: ProjectId,
  mapId: string,
  name: string,
): Promise<LayerTable[]> {
  const own = (await needs.tables.list(projectId)).filter((each) => each.mapId === mapId);
  const byId = own.filter(({ layerId }) => layerId === name.toLowerCase());
  return byId.length > 0 ? byId : own.filter(({ layerName }) => layerName.toLowerCase() === name.toLowerCase());
}

async function takeOver(
  parts: WriteParts,
  { write, folder, file, rows, geometryColumn, hasIds }: Extract<WriteQuestion, { step: 'made' }>,
  origin: Origin,
  { databaseId, person }: { databaseId: string; person: AskingPerson },
): Promise<Taken> {
  const { platform } = parts;
  const { projectId, signal } = person;
  const handed = join(await platform.files.databaseFolder(projectId), databaseId, 'temporary', handedFolder);
  const staged = parseDataPath(`/data/${crypto.randomUUID()}/${file}`);
  const handle = await openWritten(handed, folder, file);
  try {
    await platform.files.requireSpace(
      (await handle.stat()).size,
      baseName(write.kind === 'file' ? write.path : write.layer),
    );
    await platform.files.write(projectId, staged, handle.createReadStream({ autoClose: false }), {
      bucket: 'groma-temp',
    });
    signal.throwIfAborted();
    const user = await readUser(parts, person.userId);
    const kept = { projectId, user, staged, origin };
    return write.kind === 'file'
      ? await writeFile(parts, write, { kept, rows, signal })
      : await writeLayer(parts, write, { kept, rows, geometryColumn: geometryColumn!, keepsIds: hasIds, signal });
  } catch (error) {
    await platform.files.discard(projectId, staged, 'groma-temp').catch(() => undefined);
    throw signal.aborted ? new GromaError('CANCELED', { name: 'The query' }) : error;
  } finally {
    await handle.close();
  }
}

type Kept = {
  projectId: ProjectId;
  user: { id: UserId; username: string };
  staged: ReturnType<typeof parseDataPath>;
  origin: Origin;
};
interface WrittenLayer {
  kept: Kept;
  rows: number;
  geometryColumn: string;
  keepsIds: boolean;
  signal: AbortSignal;
}

interface Taken {
  row: WrittenRow;
  notices: string[];
}

async function writeLayer(
  parts: WriteParts,
  write: LayerTarget,
  { kept, rows, geometryColumn, keepsIds, signal }: WrittenLayer,
): Promise<Taken> {
  const { operations } = parts.platform;
  const { projectId, user, staged: path, origin } = kept;
  const map = await findMap(parts, projectId, write);
  const replaced = write.isReplacing
    ? replacedOf(await sameNamed(parts, projectId, map.id, write.layer), write.layer)
    : undefined;
  const name = replaced?.layerName ?? write.layer;
  const made = await (
    replaced
      ? parts.needs.replaceLayer(
          {
            projectId,
            user,
            target: { mapId: map.id, layerId: replaced.layerId },
            path,
            bucket: 'groma-temp',
            reading: { geometryColumn },
            anew: { keepsIds },
            origin,
            name,
            operationId: undefined,
          },
          signal,
        )
      : operations.run(
          parts.writes.layer,
          aboutOf(kept, 'Import', name),
          { ...kept, mapId: map.id, layer: name, geometryColumn },
          signal,
        )
  ).catch((error: unknown) => {
    if (error instanceof GromaError && error.details['reason'] === 'no-places')
      throw new Refusal('type', `All geometries in the column "${geometryColumn}" are empty.`);
    throw error;
  });
  return { row: { layer: name, map: map.name, features: made.features ?? rows }, notices: made.warnings };
}

async function writeFile(
  { platform: { operations }, writes }: WriteParts,
  write: FileTarget,
  { kept, rows, signal }: { kept: Kept; rows: number; signal: AbortSignal },
): Promise<Taken> {
  const target = parseDataPath(write.path);
  const about = aboutOf(kept, 'Export', baseName(target));
  const { bytes } = await operations.run(writes.file, about, { ...kept, target }, signal);
  return { row: { file: target, rows, bytes }, notices: [] };
}

function aboutOf({ projectId, user }: Kept, what: string, subject: string) {
  return { projectId, userId: user.id, title: `${what} ${subject}`.slice(0, longestTitle), subject };
}

async function readUser({ platform }: WriteParts, userId: UserId): Promise<Kept['user']> {
  const { query } = platform.database;
  const [user] = await query.select({ username: users.username }).from(users).where(eq(users.id, userId));
  if (!user) throw new GromaError('NOT_FOUND', { noun: 'user' });
  return { id: userId, username: user.username };
}
