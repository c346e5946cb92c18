import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { GromaError, newId } from '@groma/model';
import type { ToolOutcome } from '@groma/protocol';
import type { Origin, OriginInput } from '../../../platform/origin/origin.ts';
import { noteFileOrigin } from '../../../platform/origin/origin-records.ts';
import { givenFile, plainName, runProjectTool, storeFilesBeside, type FileBeside } from './project-tool-run.ts';
import {
  adoptResult,
  findReplaced,
  keepResult,
  readTarget,
  toolSlots,
  workOn,
  type Done,
  type LayerBeside,
} from './run-tool.ts';
import { ToolInputReader } from './tool-inputs.ts';
import { storeFileAgain } from './project-file-again.ts';
import { parseToolSource } from './tool-source.ts';
import type {
  GivenResult,
  KeptTool,
  ProjectTool,
  ToolContext,
  ToolParts,
  ToolResult,
  WantedTool,
} from './wanted-tool.ts';

/** Rows that were given, as a snapshot. */
type Made = Done & { name: string };

/** Such tools make no image of their own. */
type WantedOfPeople = Omit<WantedTool, 'output'> & {
  output: Exclude<WantedTool['output'], { kind: 'image' } | { kind: 'picture' }>;
};

/**
 * Runs a notebook, a query or a workflow that people offer as a tool. Rows become what was asked for: the first ones
 * under the name that was chosen, further ones beside it. Files that it gives are written beside them; a preview, and a
 * layer that is made again, take the rows alone.
 */
export async function carryOutProjectTool(
  parts: ToolParts,
  tool: ProjectTool,
  wanted: WantedOfPeople,
  given: ToolContext,
): Promise<ToolResult> {
  const context = keepingWorkflow(given);
  const { platform } = parts;
  const { projectId, user, output } = wanted;
  const { signal } = context;
  const done = await findReplaced(platform, wanted, context.id);
  if (done) return done;
  const reader = new ToolInputReader(parts, { projectId, userId: user.id }, signal);
  const folders: string[] = [];
  try {
    // As they are before the run: what is edited meanwhile makes the result out of date.
    const { inputs, joined } = await readDataInputs(reader, tool, wanted);
    const { results, printed } = await runProjectTool(parts, tool, wanted, context);
    signal.throwIfAborted();
    return await toolSlots.run(signal, async () => {
      const originOf = ({ name, rows }: GivenResult): Origin =>
        originOfGiven(
          tool,
          wanted,
          { inputs: [...inputs, ...furtherInputs(tool, inputs, [...joined, ...(rows?.sources ?? [])])], name },
          context.id,
        );
      const make = async (result: GivenResult): Promise<Made> => {
        const folder = await platform.blobs.workFolder();
        folders.push(folder);
        return makeSnapshot(parts, reader, { tool, wanted, given: result, origin: originOf(result), folder }, context);
      };
      if (output.kind === 'file-again')
        return storeFileAgain(parts, { title: tool.definition.name, wanted, output, results, originOf, make }, context);
      const made: Made[] = [];
      for (const result of wantedRows(results, output)) made.push(await make(result));
      const kept = { ...wanted, output };
      return keepGiven(parts, { tool, wanted: kept, results, made, printed, originOf }, context);
    });
  } finally {
    await reader.end();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  }
}

/** Whatever is noted, how far a workflow is stays noted with it. */
function keepingWorkflow(context: ToolContext): ToolContext {
  let workflow = context.checkpoint?.workflow;
  let beside = context.checkpoint?.beside;
  return {
    ...context,
    async keep(checkpoint) {
      workflow = checkpoint.workflow ?? workflow;
      beside = checkpoint.beside ?? beside;
      await context.keep({ ...checkpoint, ...(beside && { beside }), ...(workflow && { workflow }) });
    },
  };
}

/** What rows are made of beside what the fields name: each under a name that no field has. */
function furtherInputs(
  { definition }: ProjectTool,
  inputs: readonly OriginInput[],
  sources: readonly Omit<OriginInput, 'input'>[],
): OriginInput[] {
  const keyOf = ({ sourceLayerId, sourcePath, sourceReference, version }: Omit<OriginInput, 'input'>): string =>
    JSON.stringify([sourceLayerId, sourcePath, sourceReference, version]);
  const known = new Set(inputs.map(keyOf));
  const names = new Set(definition.fields.map(({ name }) => name));
  return sources.flatMap((source) => {
    if (known.has(keyOf(source))) return [];
    known.add(keyOf(source));
    let input = source.sourceName;
    for (let number = 2; names.has(input); number += 1) input = `${source.sourceName} (${number})`;
    names.add(input);
    return [{ ...source, input }];
  });
}

function wantedRows(results: readonly GivenResult[], output: WantedTool['output']): readonly GivenResult[] {
  const rows = results.filter(({ kind }) => kind !== 'file');
  if (output.kind === 'preview' || output.kind === 'result') return rows.slice(0, 1);
  if (output.kind !== 'again') return rows;
  return [rows.find(({ name }) => name === output.output) ?? rows[0]].filter((each) => each !== undefined);
}

/**
 * The layers and files that parameters refer to, and the layers joined to them, with the versions they have now. What
 * is not there is left to the code to miss.
 */
async function readDataInputs(
  reader: ToolInputReader,
  { definition }: ProjectTool,
  { parameters }: WantedTool,
): Promise<{ inputs: OriginInput[]; joined: Omit<OriginInput, 'input'>[] }> {
  const inputs: OriginInput[] = [];
  const beside: Omit<OriginInput, 'input'>[] = [];
  for (const { name } of definition.fields) {
    const value = parameters[name];
    const source = typeof value === 'string' ? parseToolSource(value) : undefined;
    const found = source && (await reader.describe(source).catch(nullWhereRefused));
    if (!found) continue;
    inputs.push({ input: name, ...found.origin });
    beside.push(...(found.joined ?? []));
  }
  return { inputs, joined: beside };
}

function nullWhereRefused(error: unknown): null {
  if (error instanceof GromaError) return null;
  throw error;
}

function originOfGiven(
  { definition, version }: ProjectTool,
  { parameters, block }: WantedTool,
  { inputs, name }: { inputs: OriginInput[]; name: string },
  operationId: string,
): Origin {
  const doer = definition.id;
  return { kind: 'tool', doer, version, output: name, parameters: { ...parameters }, inputs, operationId, block };
}

async function makeSnapshot(
  parts: ToolParts,
  reader: ToolInputReader,
  {
    tool,
    wanted,
    given,
    origin,
    folder,
  }: { tool: ProjectTool; wanted: WantedTool; given: GivenResult; origin: Origin; folder: string },
  context: ToolContext,
): Promise<Made> {
  const name = given.name || tool.definition.name;
  const geometryColumn = given.geometryColumn ?? '';
  const known = given.rows && parseToolSource(given.rows.reference);
  const { taken: features } = known
    ? await reader.read(known, null)
    : await reader.readFile(given.path, null, { name, bucket: 'groma-temp', geometryColumn });
  const target = await readTarget(reader, wanted, null);
  const task = {
    tool: null,
    inputs: { features },
    parameters: {},
    folder,
    target,
    isAgain: target !== null,
    replacesColumns: target !== null,
  };
  const done = await workOn(parts, task, context);
  return { ...done, name, folder, origin, target };
}

interface Keeping {
  tool: ProjectTool;
  wanted: KeptTool;
  results: readonly GivenResult[];
  made: readonly Made[];
  printed: string | null;
  originOf(given: GivenResult): Origin;
}

async function keepGiven(
  parts: ToolParts,
  { tool, wanted, results, made, printed, originOf }: Keeping,
  context: ToolContext,
): Promise<ToolResult> {
  const { output } = wanted;
  const title = tool.definition.name;
  const [first, ...others] = made;
  const isWhole = output.kind === 'layer' || output.kind === 'file';
  const takesFiles = isWhole || output.kind === 'result';
  if (!first && !takesFiles) throw new GromaError('TOOL_GIVES_NO_ROWS', { name: title });
  const given = takesFiles ? results.filter(({ kind }) => kind === 'file') : [];
  const beside: FileBeside[] = given
    .filter(({ isThere }) => !isThere)
    .map((each) => ({
      ...givenFile(parts.platform, wanted.projectId, each, title),
      origin: originOf(each),
    }));
  if (output.kind === 'file')
    beside.push(...(await Promise.all(others.map((each) => fileOf(parts, output, each, context.signal)))));
  for (const each of given.filter(({ isThere }) => isThere))
    await noteFileOrigin(
      parts.platform,
      { projectId: wanted.projectId, path: each.path, authorId: wanted.user.id },
      originOf(each),
    );
  const files = await storeFilesBeside(parts, wanted, beside, context);
  const layers: LayerBeside[] =
    output.kind === 'layer' ? others.map((each) => ({ ...each, layerId: newId<'layer'>() })) : [];
  const named = first && output.kind === 'layer' && output.name === '' ? { ...output, name: first.name } : output;
  const said = {
    outputs: [
      ...(first && output.kind === 'layer'
        ? [{ name: first.name, kind: 'layer' as const, layer_id: output.layerId }]
        : []),
      ...(first && output.kind === 'file'
        ? [{ name: first.name, kind: 'file' as const, path: output.target as string }]
        : []),
      ...layers.map(({ name, layerId }) => ({ name, kind: 'layer' as const, layer_id: layerId })),
      ...files.map((path, at) => ({ name: beside[at]!.name, kind: 'file' as const, path: path as string })),
      ...given
        .filter(({ isThere }) => isThere)
        .map(({ name, path }) => ({ name: name || title, kind: 'file' as const, path: path as string })),
    ],
    ...(printed !== null && { printed }),
  };
  if (first) return keepResult(parts, { ...wanted, output: named }, first, context, { layers, files, said });
  return withoutRows(context.id, title, said);
}

function withoutRows(id: string, name: string, said: Pick<ToolOutcome, 'outputs' | 'printed'>): ToolResult {
  return { operation_id: id, name, count: 0, skipped: [], layer: null, preview: null, edits: [], ...said };
}

/** Further rows as a file beside that of the first, in its format: `/data/x.csv` and `/data/x roads.csv`. */
async function fileOf(
  parts: ToolParts,
  { target, format }: Extract<WantedTool['output'], { kind: 'file' }>,
  { name, manifest, folder, origin }: Made,
  signal: AbortSignal,
): Promise<FileBeside> {
  const layerId = newId<'layer'>();
  const snapshotKey = await adoptResult(parts, layerId, manifest, folder);
  const dot = target.lastIndexOf('.');
  const [stem, ending] = [target.slice(0, dot), target.slice(dot)];
  const fileName = `${stem.slice(stem.lastIndexOf('/') + 1)} ${plainName(name)}${ending}`;
  try {
    const stored = { layerId, snapshotKey, manifest };
    const { file } = await parts.resultFiles.make(stored, { format, name: fileName, folder }, signal);
    const open = () => Promise.resolve(createReadStream(file));
    return { name, origin, stem: `${stem} ${plainName(name)}`, ending, open };
  } finally {
    await parts.platform.blobs.removeAll(`${snapshotKey}/`);
  }
}
