import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { baseName, GromaError, newId } from '@groma/model';
import {
  fileVersion,
  productVersion,
  versionOf,
  versionOfRows,
  type OriginInput,
} from '../../../platform/origin/origin.ts';
import { describeJoined } from '../edit/read-joins.ts';
import { asGromaError, ImportError, importVectorFile, requireFile } from '../import/index.ts';
import { findByKey, findKeptResult, keepResult } from './kept-results.ts';
import { distinctSources, madeOf, versionOfReference, type MadeStep, type StepCaller } from './step-runs.ts';
import { parseToolSource, requireRows, requireToolLayer, type Asking } from './tool-source.ts';
import type { ToolParts } from './wanted-tool.ts';

/** A query with what it reads, by the names that it has for it. */
export interface WantedRows {
  query: string;
  inputs: Readonly<Record<string, string>>;
  params: Readonly<Record<string, unknown>>;
  name: string;
  isFresh: boolean;
  nonce: string;
  /**
   * It names data beside its inputs, whose versions are not asked for: what it gives serves whoever gives the same
   * nonce.
   */
  namesMore: boolean;
  /** Its rows, as the pieces of an Arrow stream. */
  make(): Promise<Uint8Array[]>;
}

/**
 * Keeps the rows that a query gives for further steps, or gives what is kept of the same.
 * @throws GromaError as `make`, and as imports do
 */
export async function rowsStep(parts: ToolParts, caller: StepCaller, wanted: WantedRows): Promise<MadeStep> {
  const { platform, rows } = parts;
  const { projectId, user } = caller;
  const asking: Asking = { projectId, userId: user.id };
  const names = Object.entries(wanted.inputs).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const versions: unknown[] = [];
  const sources: OriginInput[] = [];
  // Before it is run: what is written meanwhile counts as changed.
  for (const [name, reference] of names) {
    versions.push([name, await versionOfReference(parts, asking, reference, wanted.nonce)]);
    sources.push(...(await sourcesAt(parts, asking, reference)));
  }
  const { query, params, namesMore, nonce } = wanted;
  const text = JSON.stringify(['query', productVersion, query, params, versions, namesMore ? nonce : null]);
  const key = createHash('sha256').update(text).digest('hex');
  const known = wanted.isFresh ? null : await findByKey(platform, rows, asking, key);
  if (known) return { ...madeOf(known), isReused: true };
  const stored = await store(parts, await whileWanted(caller.signal, wanted.make()), wanted.name, caller.signal);
  const row = await keepResult(platform, rows, asking, {
    key,
    name: wanted.name,
    skipped: [],
    sources: distinctSources(sources),
    isFresh: wanted.isFresh,
    ...stored,
  });
  return { ...madeOf(row), isReused: false };
}

/**
 * Waits no longer than somebody wants it: a database that is just being started cannot be told to stop, and serves the
 * next query. @throws the signal's reason
 */
async function whileWanted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = (): void => {
    reject(signal.reason as Error);
  };
  signal.addEventListener('abort', stop);
  try {
    signal.throwIfAborted();
    return await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
    work.catch(() => undefined);
  }
}

/** Writes rows as a snapshot into the store. @throws GromaError as imports do */
async function store({ platform: { blobs } }: ToolParts, pieces: Uint8Array[], name: string, signal: AbortSignal) {
  const workFolder = await blobs.workFolder();
  try {
    const sourcePath = join(workFolder, 'rows.arrow');
    await writeFile(sourcePath, pieces, { mode: 0o600 });
    const [layer] = await importVectorFile({
      sourcePath,
      fileName: name,
      isRows: true,
      workFolder,
      takesRows: true,
      signal,
    });
    const { manifest, files } = layer!;
    const snapshotKey = `layers/${newId<'layer'>()}/${crypto.randomUUID()}`;
    for (const { file } of manifest.parts)
      await blobs.adopt(`${snapshotKey}/${file}`, files[file]!, { mayBeLost: true });
    return { manifest, snapshotKey };
  } catch (error) {
    throw error instanceof ImportError ? asGromaError(error) : error;
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}

/** The data that something is made of, as origins note it. */
async function sourcesAt(parts: ToolParts, asking: Asking, reference: string): Promise<OriginInput[]> {
  const { platform, rows } = parts;
  const kept = await findKeptResult(platform, rows, asking, reference);
  if (kept) return kept.row.sources;
  const source = parseToolSource(reference);
  if (!source) throw new GromaError('BAD_INPUT', { detail: `“${reference}” cannot be read as rows.` });
  const plain = { input: '', sourceMapId: null, sourceLayerId: null, sourcePath: null, features: null };
  if ('rows' in source) {
    const { reference: settled, label } = await requireRows(rows, asking, source.rows);
    return [{ ...plain, sourceReference: settled, sourceName: label, version: versionOfRows }];
  }
  if ('path' in source) {
    const { etag } = await requireFile(platform, { projectId: asking.projectId, path: source.path, bucket: 'groma' });
    return [{ ...plain, sourcePath: source.path, sourceName: baseName(source.path), version: fileVersion(etag) }];
  }
  const row = await requireToolLayer(platform.database.query, asking.projectId, source);
  return [
    {
      ...plain,
      sourceMapId: source.mapId,
      sourceLayerId: source.layerId,
      sourceName: row.name,
      version: versionOf(row),
    },
    ...(await describeJoined(platform.database.query, row)).map((joined) => ({ input: '', ...joined })),
  ];
}
