import { createHash } from 'node:crypto';
import { GromaError, newId, parseProjectToolId } from '@groma/model';
import { productVersion } from '../../../platform/origin/origin.ts';
import { carryOutProjectTool } from './carry-out-project-tool.ts';
import { findByKey, keepResult } from './kept-results.ts';
import {
  madeOf,
  runStep,
  sourcesOf,
  versionOfReference,
  type MadeStep,
  type StepCaller,
  type WantedStep,
} from './step-runs.ts';
import { checkParameters } from './tool-operation.ts';
import { parseToolSource, settledReference, type Asking } from './tool-source.ts';
import type { ProjectTool, ToolContext, ToolParts } from './wanted-tool.ts';

/** Runs any tool for a step of a workflow. @throws GromaError as the tool says, NOT_FOUND for one not offered */
export async function toolStep(parts: ToolParts, caller: StepCaller, wanted: WantedStep): Promise<MadeStep> {
  if (wanted.tool === null || !parseProjectToolId(wanted.tool)) return runStep(parts, caller, wanted);
  await parts.platform.access.require(caller.user.id, caller.projectId, 'update', 'map', { evenWithoutPlan: true });
  const tool = await parts.projectTools.find(caller.projectId, wanted.tool);
  if (!tool) throw new GromaError('NOT_FOUND', { noun: 'tool' });
  return projectToolStep(parts, tool, caller, wanted);
}

/**
 * Runs a notebook or query that people offer, for a step of a workflow, or gives what it made before of the same: the
 * first rows that it gives are those of the step. What it reads without a parameter is not asked for its version. A
 * query reads tables, whose versions nobody knows, and files are written each time: such results serve the same run.
 * @throws GromaError as `carryOutProjectTool`
 */
async function projectToolStep(
  parts: ToolParts,
  tool: ProjectTool,
  caller: StepCaller,
  wanted: WantedStep,
): Promise<MadeStep> {
  const { platform, rows } = parts;
  const { projectId, user, operationId } = caller;
  const asking: Asking = { projectId, userId: user.id };
  const parameters = { ...checkParameters(tool.definition, wanted.parameters) };
  for (const [name, value] of Object.entries(parameters))
    if (typeof value === 'string' && parseToolSource(value))
      parameters[name] = await settledReference(parts, asking, value);
  const key = await keyOf(parts, asking, tool, { ...wanted, parameters });
  const ofRun = hashOf([key, wanted.nonce]);
  const isForAll = tool.source.kind === 'notebook';
  for (const each of wanted.isFresh ? [] : isForAll ? [key, ofRun] : [ofRun]) {
    const known = await findByKey(platform, rows, asking, each);
    if (known) return { ...madeOf(known), isReused: true };
  }
  const output = { kind: 'result' as const, layerId: newId<'layer'>(), name: wanted.name };
  const run = { tool: tool.definition.id, projectId, user, layer: null, features: null, parameters, output };
  const made = await carryOutProjectTool(parts, tool, run, contextOf(caller, wanted));
  const files = (made.outputs ?? []).flatMap(({ path }) => (path === undefined ? [] : [path]));
  if (!made.kept) return { reference: null, count: 0, skipped: [], sources: [], files, isReused: false };
  const sources = await sourcesOf(parts, asking, made.origin!.inputs);
  const kept = await keepResult(platform, rows, asking, {
    key: isForAll && files.length === 0 ? key : ofRun,
    name: made.name,
    skipped: made.skipped,
    sources,
    isFresh: wanted.isFresh,
    ...made.kept,
  });
  return { ...madeOf(kept), files, isReused: false };

  function contextOf({ signal }: StepCaller, { report, checkpoint, keep }: WantedStep): ToolContext {
    const complete = (): Promise<void> => Promise.resolve();
    return {
      id: operationId,
      projectId,
      userId: user.id,
      attempt: 1,
      signal,
      checkpoint: (checkpoint ?? null) as ToolContext['checkpoint'],
      report,
      keep: keep ?? complete,
      complete,
    };
  }
}

/** A text that is another one where the code, the parameters or the data that these refer to is. */
async function keyOf(
  parts: ToolParts,
  asking: Asking,
  { definition, version }: ProjectTool,
  { parameters, nonce }: Pick<WantedStep, 'parameters' | 'nonce'>,
): Promise<string> {
  const settled: unknown[] = [];
  for (const [name, value] of Object.entries(parameters).toSorted()) {
    const isData = typeof value === 'string' && parseToolSource(value) !== undefined;
    settled.push([name, value, isData ? await versionWhereThere(parts, asking, value, nonce) : null]);
  }
  return hashOf([definition.id, version, productVersion, settled]);
}

/** What is not there is left to the code to miss. */
async function versionWhereThere(...asked: Parameters<typeof versionOfReference>): Promise<unknown> {
  try {
    return await versionOfReference(...asked);
  } catch (error) {
    if (error instanceof GromaError) return null;
    throw error;
  }
}

function hashOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
