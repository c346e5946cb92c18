import {
  byStarter,
  countingParameters,
  findTool,
  GromaError,
  needsFeatures,
  newId,
  parameterSchema,
  parseLayerReference,
  type DataPath,
  type OperationId,
  type ProjectId,
  type ToolDefinition,
  type ToolParameters,
  type UserId,
} from '@groma/model';
import { mapExport, type ToolOutcome, type ToolOutput } from '@groma/protocol';
import { z } from 'zod';
import { defineOperation, type OperationKind } from '../../../platform/operation/operation-kind.ts';
import { referenceOf, type OriginBlock, type OriginThing } from '../../../platform/origin/origin.ts';
import { readTakenFeatures } from '../../../platform/origin/origin-records.ts';
import type { MadeAgain, WantedAgain } from '../../../platform/origin/run-again.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requireMapOf } from '../record/require-map.ts';
import { carryOutTool } from './run-tool.ts';
import { nameOfSource, parseToolSource, settledReference } from './tool-source.ts';
import { sayIssue } from './say-issue.ts';
import { findToolFile, plannedFile } from './tool-file.ts';
import { carryOutImageTool } from './carry-out-image-tool.ts';
import { findImageFile, imageBeside, plannedImage } from './image-file.ts';
import { settleImages } from './tool-images.ts';
import { carryOutProjectTool } from './carry-out-project-tool.ts';
import type { ProjectTool, ToolCheckpoint, ToolParts, ToolResult, WantedTool } from './wanted-tool.ts';

const longestTitle = 255;
const reference = z.object({ mapId: z.string(), layerId: z.string() });

export type ToolOperation = OperationKind<WantedTool, ToolResult, ToolCheckpoint>;

/** Runs of tools as people see them. A new layer and the end of the operation come in one transaction. */
export function defineTool(parts: ToolParts): ToolOperation {
  const { access, blobs, files } = parts.platform;
  return defineOperation({
    name: 'tool',
    policy: byStarter('update', 'map'),
    input: z.object({
      tool: z.string(),
      projectId: z.custom<ProjectId>(),
      user: z.object({ id: z.custom<UserId>(), username: z.string() }),
      layer: z.union([reference, z.object({ path: z.custom<DataPath>() }), z.object({ rows: z.string() })]).nullable(),
      features: z.array(z.number()).nullable(),
      parameters: z.custom<ToolParameters>(),
      block: z.custom<OriginBlock>().optional(),
      output: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('layer'), mapId: z.string(), layerId: z.string(), name: z.string() }),
        z.object({ kind: z.literal('replace') }),
        z.object({ kind: z.literal('again'), target: reference, output: z.string().optional() }),
        z.object({ kind: z.literal('file-again'), target: z.custom<DataPath>(), output: z.string() }),
        z.object({ kind: z.literal('preview'), layerId: z.string(), name: z.string() }),
        z.object({
          kind: z.literal('picture'),
          layerId: z.string(),
          name: z.string(),
          box: z.tuple([z.number(), z.number(), z.number(), z.number()]),
          longest: z.number(),
        }),
        z.object({
          kind: z.literal('image'),
          target: z.custom<DataPath>(),
          proposed: z.string().nullable(),
          replacedBy: z.custom<UserId>().nullable(),
          layer: z.object({ mapId: z.string(), layerId: z.string(), name: z.string() }).nullable(),
        }),
        z.object({
          kind: z.literal('file'),
          layerId: z.string(),
          target: z.custom<DataPath>(),
          format: z.enum(mapExport.exportFormats),
          replacedBy: z.custom<UserId>().nullable(),
        }),
      ]),
    }),
    async findResult({ projectId, user, output }, checkpoint) {
      if (output.kind === 'image') {
        return findImageFile(parts, { projectId, userId: user.id }, output, checkpoint);
      }
      return output.kind === 'file' || output.kind === 'file-again'
        ? findToolFile(parts, { projectId, target: output.target, userId: user.id }, checkpoint)
        : undefined;
    },
    async run(wanted, context) {
      if (['file', 'file-again', 'image'].includes(wanted.output.kind))
        await access.require(context.userId, context.projectId, 'upload', 'file', { evenWithoutPlan: true });
      const known = findTool(wanted.tool);
      const { output } = wanted;
      if (known?.engine === 'images' && output.kind !== 'file-again')
        return carryOutImageTool(parts, known, { ...wanted, output }, context);
      if (known && output.kind !== 'file-again' && output.kind !== 'image' && output.kind !== 'picture')
        return carryOutTool(parts, known, { ...wanted, output }, context);
      if (output.kind === 'image' || output.kind === 'picture') throw new GromaError('NOT_FOUND', { noun: 'tool' });
      const tool = await requireProjectTool(parts, context.projectId, wanted.tool);
      return carryOutProjectTool(parts, tool, { ...wanted, output }, context);
    },
    async clear({ projectId, output }, checkpoint) {
      if ('layerId' in output) await blobs.removeAll(`layers/${output.layerId}/`);
      for (const path of checkpoint?.beside ?? []) await files.discard(projectId, path, 'groma');
    },
  });
}

export interface AskedTool {
  tool: string;
  operationId: OperationId | undefined;
  projectId: ProjectId;
  user: { id: UserId; username: string };
  layer: string | undefined;
  features: number[] | undefined;
  parameters: Record<string, unknown>;
  output: ToolOutput;
  block: OriginBlock | undefined;
}

/**
 * Runs a tool as an operation and waits for its result.
 * @throws GromaError NOT_FOUND, BAD_INPUT naming the parameter, and as the tool's definition says
 */
export async function runToolOperation(
  parts: ToolParts,
  kind: ToolOperation,
  asked: AskedTool,
  caller: AbortSignal,
): Promise<ToolOutcome> {
  return parts.platform.operations.run(kind, ...(await plannedRun(parts, asked)), caller);
}

/**
 * Begins a tool as an operation; `subtitle` stands with it in the list.
 * @throws GromaError as `runToolOperation`, but for what only the run finds
 */
export async function beginToolOperation(
  parts: ToolParts,
  kind: ToolOperation,
  asked: AskedTool,
  subtitle: string,
): Promise<OperationId> {
  const [about, input] = await plannedRun(parts, asked);
  return parts.platform.operations.start(kind, { ...about, subtitle }, input);
}

/** A run as its operation is shown and as it holds it. */
async function plannedRun(
  parts: ToolParts,
  asked: AskedTool,
): Promise<[about: Parameters<Platform['operations']['start']>[1], input: WantedTool]> {
  const { platform } = parts;
  const { projectId, user, output } = asked;
  const definition = await requireTool(parts, projectId, asked.tool);
  const asking = { projectId, userId: user.id };
  const layer =
    asked.layer === undefined
      ? null
      : (parseToolSource(await settledReference(parts, asking, asked.layer)) ?? undefined);
  if (layer === undefined)
    throw new GromaError('BAD_INPUT', {
      detail: `layer: “${asked.layer}” is no reference of a layer, file, table or result.`,
    });
  const parameters = await settledParameters(parts, asking, definition, asked.parameters);
  if ((definition.own && layer !== null) || (output.kind === 'replace' && mayNotReplace(definition)))
    throw new GromaError('TOOL_NOT_SO', { name: definition.name });
  if (layer === null && needsFeatures(definition, parameters))
    throw new GromaError('BAD_INPUT', { detail: `layer: ${definition.name} needs a layer.` });
  const name = layer && (await nameOfSource(parts, asking, layer));
  const subject = name ?? definition.name;
  if (output.kind === 'layer') await requireMapOf(platform, { projectId, mapId: output.map_id }, user.id);
  if (output.kind === 'file' || (definition.output === 'image' && output.kind !== 'preview'))
    await platform.access.require(user.id, projectId, 'upload', 'file');
  return [
    {
      ...(asked.operationId && { id: asked.operationId }),
      projectId,
      userId: user.id,
      title: `${definition.name}: ${subject}`.slice(0, longestTitle),
      subject: name === null ? definition.name : `${definition.name}: ${name}`,
    },
    {
      tool: definition.id,
      projectId,
      user,
      layer,
      features: asked.features ?? null,
      parameters,
      block: asked.block,
      output: await plannedOutput(parts, definition, asked, name),
    },
  ];
}

/**
 * Makes a layer or file again by its tool: the features of the layer are replaced in one change, the file goes to the
 * trash of the person.
 * @throws GromaError as `runToolOperation`
 */
export async function runToolAgain(
  parts: ToolParts,
  kind: ToolOperation,
  { origin, projectId, user, operationId }: WantedAgain,
  caller: AbortSignal,
): Promise<MadeAgain> {
  const { platform } = parts;
  const { thing } = origin;
  const definition = await requireTool(parts, projectId, origin.doer);
  const [first] = definition.inputs;
  const source = origin.inputs.find(({ input }) => input === first?.name);
  const references = new Map(origin.inputs.map((input) => [input.input, referenceOf(input)]));
  const named = definition.fields.flatMap((field): (readonly [string, unknown])[] => {
    const taken = field.type === 'layer' ? references.get(field.input) : undefined;
    const file = origin.inputs.find(({ input }) => input === field.name)?.sourcePath;
    if ((field.type === 'file' || field.type === 'image') && file) return [[field.name, file] as const];
    // Dated ones are kept with all that is known of them.
    if (field.type === 'images' && !('isDated' in field)) return [[field.name, filesOf(origin, field.name)] as const];
    // People's tools take a file as a text: its path or its reference.
    const text = definition.own && file && String(origin.parameters[field.name]);
    if (text) return [[field.name, text.startsWith('file:') ? references.get(field.name) : file] as const];
    return taken ? [[field.name, taken] as const] : [];
  });
  const features = source ? await readTakenFeatures(platform.database.query, origin.id, source.input) : null;
  const { operation_id, edits } = await platform.operations.run(
    kind,
    {
      ...(operationId && { id: operationId }),
      projectId,
      userId: user.id,
      title: `${definition.name}: ${origin.name}`.slice(0, longestTitle),
      subject: `${definition.name}: ${origin.name}`,
    },
    {
      tool: definition.id,
      projectId,
      user,
      layer: source ? (parseToolSource(referenceOf(source) ?? '') ?? null) : null,
      features,
      // A file that was moved since is named as it is called now.
      block: origin.block,
      parameters: checkParameters(definition, { ...origin.parameters, ...Object.fromEntries(named) }),
      output: await outputAgain(parts, { definition, thing, output: origin.output }, { projectId, userId: user.id }),
    },
    caller,
  );
  return { operation_id, edits };
}

/** What a field names that takes several, in their order; files as they are called now. */
function filesOf({ inputs, parameters }: WantedAgain['origin'], field: string): string[] {
  const named = parameters[field];
  return (Array.isArray(named) ? (named as string[]) : []).map(
    (text, at) => inputs.find(({ input }) => input === `${field} ${at + 1}`)?.sourcePath ?? text,
  );
}

/** Where a thing that is made again goes. A tool of people gives several results: that of the same name is taken. */
async function outputAgain(
  parts: ToolParts,
  { definition, thing, output }: { definition: ToolDefinition; thing: OriginThing; output: string | undefined },
  { projectId, userId }: { projectId: ProjectId; userId: UserId },
): Promise<WantedTool['output']> {
  if (!('path' in thing)) return { kind: 'again', target: thing, output };
  if (definition.own) return { kind: 'file-again', target: thing.path, output: output ?? '' };
  if (definition.output === 'image') {
    // What came beside an image is made again with it.
    const target = output === undefined ? thing.path : imageBeside(thing.path, output);
    return { kind: 'image', target, proposed: null, replacedBy: userId, layer: null };
  }
  const planned = await plannedFile(parts, projectId, { path: thing.path, replace: true, userId });
  return { kind: 'file', layerId: newId<'layer'>(), ...planned };
}

/** People's tools and those of images give something new. */
function mayNotReplace({ own, engine }: ToolDefinition): boolean {
  return own !== undefined || engine === 'images';
}

/** A tool of the toolbox, or one that people of the project have made. @throws GromaError NOT_FOUND */
async function requireTool(parts: ToolParts, projectId: ProjectId, id: string): Promise<ToolDefinition> {
  return findTool(id) ?? (await requireProjectTool(parts, projectId, id)).definition;
}

/** @throws GromaError NOT_FOUND */
async function requireProjectTool({ projectTools }: ToolParts, projectId: ProjectId, id: string): Promise<ProjectTool> {
  const found = await projectTools.find(projectId, id);
  if (!found) throw new GromaError('NOT_FOUND', { noun: 'tool' });
  return found;
}

/** Parameters that are right, with tables by their ids. @throws GromaError BAD_INPUT naming the parameter. */
async function settledParameters(
  parts: ToolParts,
  asking: { projectId: ProjectId; userId: UserId },
  definition: ToolDefinition,
  given: Record<string, unknown>,
): Promise<ToolParameters> {
  const settled = { ...checkParameters(definition, given) };
  for (const { name, type } of definition.fields) {
    const value = settled[name];
    if (typeof value !== 'string') continue;
    if (type === 'layer') settled[name] = await settledReference(parts, asking, value);
    if (type === 'data') settled[name] = await requireData(parts, asking, name, value);
  }
  return settleImages(parts, asking, definition, settled);
}

/**
 * The reference of data that is there and that the person may read.
 * @throws GromaError BAD_INPUT naming the parameter, and as `nameOfSource`
 */
async function requireData(
  parts: ToolParts,
  asking: { projectId: ProjectId; userId: UserId },
  parameter: string,
  text: string,
): Promise<string> {
  const settled = await settledReference(parts, asking, text);
  const source = parseToolSource(settled);
  if (!source)
    throw new GromaError('BAD_INPUT', {
      detail: `${parameter}: “${text}” is no reference of a layer, file, table or result.`,
    });
  await nameOfSource(parts, asking, source);
  return settled;
}

/** @throws GromaError BAD_INPUT naming the parameter. */
export function checkParameters(definition: ToolDefinition, given: Record<string, unknown>): ToolParameters {
  const checked = parameterSchema(definition).safeParse(given);
  if (checked.success) return countingParameters(definition, checked.data);
  const [issue] = checked.error.issues;
  throw new GromaError('BAD_INPUT', { detail: sayIssue(definition, given, issue!) });
}

/** The id of what is made is chosen before the operation begins, so that a later attempt makes the same. */
async function plannedOutput(
  parts: ToolParts,
  { shortName, output: gives, own }: ToolDefinition,
  { output, projectId, user, layer }: AskedTool,
  layerName: string | null,
): Promise<WantedTool['output']> {
  if (gives === 'image')
    return plannedImage(parts, { projectId, userId: user.id }, output, nameFor(shortName, layerName));
  const name = nameFor(shortName, layerName);
  const layerId = newId<'layer'>();
  switch (output.kind) {
    case 'layer':
      return { kind: 'layer', mapId: output.map_id, layerId, name: output.name?.trim() || (own ? '' : name) };
    case 'preview':
      return { kind: 'preview', layerId, name };
    case 'file':
      return { kind: 'file', layerId, ...(await plannedFile(parts, projectId, { ...output, userId: user.id })) };
    case 'replace':
      if (gives === 'table') throw new GromaError('BAD_INPUT', { detail: 'output: a table replaces no features.' });
      if (layer === undefined || !parseLayerReference(layer))
        throw new GromaError('BAD_INPUT', { detail: 'output: there are no features to replace.' });
      return { kind: 'replace' };
  }
}

function nameFor(toolName: string, layerName: string | null): string {
  return layerName === null ? toolName : `${layerName} (${toolName})`;
}
