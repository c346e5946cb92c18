import { Readable } from 'node:stream';
import { RecordBatchReader } from 'apache-arrow';
import {
  GromaError,
  notebookToolValues,
  parseDataPath,
  parseDay,
  type DataPath,
  type ToolParameters,
} from '@groma/model';
import type { Origin } from '../../../platform/origin/origin.ts';
import { noteFileOrigin } from '../../../platform/origin/origin-records.ts';
import type { Platform } from '../../../platform/platform.ts';
import { publishFile } from './tool-file.ts';
import type { ToolContext } from './wanted-tool.ts';
import type { GivenResult, ProjectTool, ToolParts, WantedTool } from './wanted-tool.ts';

/** What a tool of people has given, before it is kept. */
export interface Given {
  results: GivenResult[];
  printed: string | null;
}

/** Runs a notebook, a query or a workflow. @throws GromaError as they do, and where nothing comes of it */
export async function runProjectTool(
  { platform, projectTools }: ToolParts,
  { definition, source }: ProjectTool,
  { projectId, user, parameters }: WantedTool,
  { id: operationId, checkpoint, keep, report, signal }: ToolContext,
): Promise<Given> {
  if (source.kind === 'workflow') {
    await platform.access.require(user.id, projectId, 'update', 'workflow', { evenWithoutPlan: true });
    const results = await projectTools.runWorkflow({
      projectId,
      user,
      workflowId: source.workflowId,
      name: definition.name,
      parameters,
      operationId,
      checkpoint: checkpoint?.workflow ?? null,
      keep: (workflow) => keep({ made: null, workflow }),
      report,
      signal,
    });
    if (results.length === 0) throw new GromaError('TOOL_GIVES_NO_ROWS', { name: definition.name });
    return { results, printed: null };
  }
  if (source.kind === 'notebook') {
    await platform.access.require(user.id, projectId, 'run', 'notebook', { evenWithoutPlan: true });
    const { notebookId } = source;
    const values = notebookToolValues(parameters);
    const { published, printed } = await projectTools.runNotebook(
      { projectId, notebookId, userId: user.id, values },
      signal,
    );
    if (published.length === 0) throw new GromaError('TOOL_PUBLISHES_NOTHING', { name: definition.name });
    return { results: published, printed };
  }
  const rows = await projectTools.runQuery({
    projectId,
    userId: user.id,
    database: source.databaseId,
    query: source.query,
    params: queryParameters(definition, parameters),
    signal,
  });
  if (!rows) throw new GromaError('TOOL_GIVES_NO_ROWS', { name: definition.name });
  const path = parseDataPath(`/data/${crypto.randomUUID()}/rows.arrow`);
  await platform.files.write(projectId, path, Readable.from(rows, { objectMode: false }), { bucket: 'groma-temp' });
  const geometryColumn = await geometryOf(rows);
  const kind = geometryColumn === null ? 'table' : 'layer';
  return { results: [{ name: '', kind, path, geometryColumn, ending: null, isThere: false }], printed: null };
}

/** The values that are bound to a statement: days as databases read them. */
function queryParameters({ fields }: ProjectTool['definition'], parameters: ToolParameters): Record<string, unknown> {
  return Object.fromEntries(
    fields.map(({ name, type }) => {
      const value = parameters[name] ?? null;
      const day = type === 'date' ? parseDay(String(value)) : null;
      if (type === 'date' && !day) return [name, null];
      const iso = day && [String(day.year).padStart(4, '0'), two(day.month), two(day.day)].join('-');
      return [name, iso ?? value];
    }),
  );
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

/** The first column of geometries of an Arrow stream; null where it has none. */
async function geometryOf(rows: readonly Uint8Array[]): Promise<string | null> {
  const reader = await RecordBatchReader.from(Readable.from(rows, { objectMode: false }));
  await reader.open();
  const field = reader.schema.fields.find(({ metadata }) => metadata.has('groma:geometry'));
  await reader.cancel();
  return field?.name ?? null;
}

/** A file that is to be written into the project beside the result. */
export interface FileBeside {
  name: string;
  /** Its folder and name without the ending; a number is put after it where that is taken. */
  stem: string;
  ending: string;
  origin: Origin;
  open(): Promise<Readable>;
}

/** A file that a tool has given, as one that is to be written. */
export function givenFile(
  { files }: Platform,
  projectId: WantedTool['projectId'],
  { name, path, ending }: GivenResult,
  title: string,
): Omit<FileBeside, 'origin'> {
  return {
    name: name || title,
    stem: `/data/${plainName(name || title)}`,
    ending: ending ?? '',
    async open() {
      const opened = await files.open(projectId, path, 'groma-temp');
      const { bytes } = opened;
      if (bytes > 0) return opened.read({ start: 0, end: bytes - 1 });
      await opened.close();
      return Readable.from([]);
    },
  };
}

/** What of a name can be one of a file. */
export function plainName(name: string): string {
  const plain = name.replaceAll(/[/\\\p{Cc}]+/gu, ' ').trim();
  return plain.slice(0, 150).toWellFormed() || 'result';
}

/** Writes files under names that are free. An attempt before has chosen them already, and they take its place. */
export async function storeFilesBeside(
  { platform }: ToolParts,
  { projectId, user }: WantedTool,
  wanted: readonly FileBeside[],
  context: Pick<ToolContext, 'checkpoint' | 'keep' | 'signal'>,
): Promise<DataPath[]> {
  if (wanted.length === 0) return [];
  await platform.access.require(user.id, projectId, 'upload', 'file', { evenWithoutPlan: true });
  const before = context.checkpoint?.beside ?? [];
  const targets: DataPath[] = [];
  for (const { stem, ending } of wanted) {
    const isFree = async (path: DataPath): Promise<boolean> =>
      !targets.includes(path) && (before.includes(path) || !(await platform.files.stat(projectId, path)));
    let path = parseDataPath(stem + ending);
    for (let number = 2; !(await isFree(path)); number += 1) path = parseDataPath(`${stem} ${number}${ending}`);
    targets.push(path);
  }
  await context.keep({ made: null, beside: targets });
  for (const [at, target] of targets.entries()) {
    context.signal.throwIfAborted();
    const { open, origin } = wanted[at]!;
    const content = await open();
    await platform.files.write(projectId, target, content, { bucket: 'groma', replace: before.includes(target) });
    await noteFileOrigin(platform, { projectId, path: target, authorId: user.id }, origin);
    await publishFile(platform, projectId, target);
  }
  return targets;
}
