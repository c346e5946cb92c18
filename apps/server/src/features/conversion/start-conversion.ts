import {
  acceptedTracker,
  baseName,
  conversionOptions,
  GromaError,
  newId,
  workflowTracker,
  type DataPath,
  type OperationId,
} from '@groma/model';
import { conversionFormats } from '@groma/protocol';
import { z } from 'zod';
import { fileVersion, type Origin } from '../../platform/origin/origin.ts';
import { noteFileOrigin } from '../../platform/origin/origin-records.ts';
import type { MadeAgain, WantedAgain } from '../../platform/origin/run-again.ts';
import type { Platform } from '../../platform/platform.ts';
import { convertFiles } from './convert-files.ts';
import { requireForm } from './output-format-table.ts';
import { planSteps } from './plan-steps.ts';
import type {
  ConversionContext,
  ConversionNeeds,
  ConversionOperation,
  PlannedConversion,
  Step,
  WantedConversion,
} from './planned-conversion.ts';

const longestTitle = 255;
/** What the origin of a result says of its conversion. */
const conversionParameters = z.object({
  // What was made before there were others.
  format: z.enum(conversionFormats).default('cog'),
  crs: z.string().optional(),
  layer: z.number().optional(),
  options: conversionOptions.optional(),
  array: z.object({ path: z.string(), at: z.array(z.number()) }).optional(),
});

/**
 * Begins a conversion and answers the paths that the results will have.
 * @throws GromaError FILE_NOT_FOUND, BAD_PATH, BAD_INPUT, NO_CONVERTER
 */
export async function startConversion(
  platform: Platform,
  needs: ConversionNeeds,
  kind: ConversionOperation,
  wanted: WantedConversion,
): Promise<DataPath[]> {
  const { layers } = needs;
  const form = requireForm(wanted.format);
  const steps = await planSteps(platform, form, wanted);
  const {
    projectId,
    userId,
    bucket,
    format,
    workflowName,
    crs,
    needsPlace,
    options = {},
    array,
    layer,
    newLayer,
  } = wanted;
  if (Object.keys(options).length > 0 && form.kind !== 'raster')
    throw new GromaError('BAD_INPUT', { detail: 'options: they say how rasters are written.' });
  if (array && (form.kind !== 'raster' || steps.length !== 1))
    throw new GromaError('BAD_INPUT', { detail: 'array: one file becomes one raster.' });
  if ((layer || newLayer) && form.kind !== 'raster')
    throw new GromaError('BAD_INPUT', { detail: 'layer: a layer is drawn from a raster.' });
  if ((layer || newLayer) && steps.length !== 1)
    throw new GromaError('BAD_INPUT', { detail: 'layer: a layer is drawn from one file.' });
  if (layer) await layers.require({ projectId, ...layer }, userId);
  if (newLayer) await layers.requireMap({ projectId, mapId: newLayer.mapId }, userId);
  const first = baseName(steps[0]!.from);
  const subject = steps.length === 1 ? first : `${first} + ${steps.length - 1}`;
  await platform.operations.start(
    kind,
    {
      id: wanted.operationId as OperationId,
      projectId,
      userId,
      title: `Convert ${workflowName ?? subject}`.slice(0, longestTitle),
      subject: workflowName ?? subject,
      ...(workflowName !== undefined && { subtitle: acceptedTracker.subtitle }),
    },
    { projectId, userId, bucket, format, workflowName, crs, needsPlace, options, array, layer, newLayer, steps },
  );
  return steps.map(({ to }) => to);
}

/**
 * Converts a file again, as it is now; the result before goes to the trash of the person.
 * @throws GromaError BAD_INPUT for an upload that was not kept, CANCELED, as conversions do
 */
export async function runConversionAgain(
  platform: Platform,
  kind: ConversionOperation,
  { origin, projectId, user, operationId }: WantedAgain,
  caller: AbortSignal,
): Promise<MadeAgain> {
  const { thing, inputs, parameters, name } = origin;
  const from = inputs[0]?.sourcePath as DataPath | undefined;
  if (!from || !('path' in thing))
    throw new GromaError('BAD_INPUT', { detail: `“${name}” was made of an upload, which is not kept.` });
  const there = await platform.files.stat(projectId, from);
  if (!there) throw new GromaError('FILE_NOT_FOUND', { path: from });
  const before = await platform.files.stat(projectId, thing.path);
  const id = operationId ?? newId<'operation'>();
  const { crs, format, layer, options, array } = conversionParameters.parse(parameters);
  const subject = baseName(from);
  await platform.operations.run(
    kind,
    { id, projectId, userId: user.id, title: `Convert ${subject}`.slice(0, longestTitle), subject },
    {
      projectId,
      userId: user.id,
      bucket: 'groma',
      format,
      crs,
      needsPlace: false,
      options,
      array,
      steps: [
        {
          from,
          to: thing.path,
          layer,
          version: fileVersion(there.etag),
          ...(before && { replaces: fileVersion(before.etag) }),
        },
      ],
      isAgain: true,
    },
    caller,
  );
  return { operation_id: id, edits: [] };
}

/** Makes the results that are left to be made, then shows them. */
export async function carryOutConversion(
  platform: Platform,
  needs: ConversionNeeds,
  planned: PlannedConversion,
  { left, made, context }: { left: readonly Step[]; made: readonly number[] | null; context: ConversionContext },
): Promise<void> {
  const steps = left.length > 0 ? await convertFiles(platform, needs, planned, { left, made, context }) : planned.steps;
  await showConversion(platform, needs, { ...planned, steps }, { signal: context.signal, operationId: context.id });
  if (planned.workflowName !== undefined)
    context.report({ subtitle: workflowTracker({ phase: 'Succeeded', message: null, nodes: {} }).subtitle });
}

/** Draws layers from the results, if their person may still change them by then. */
export async function showConversion(
  platform: Platform,
  { layers, readFirstStyle }: ConversionNeeds,
  planned: PlannedConversion,
  { signal, operationId }: { signal: AbortSignal; operationId: string },
): Promise<void> {
  const { projectId, userId, layer, newLayer, steps } = planned;
  for (const step of steps)
    await noteFileOrigin(
      platform,
      { projectId, path: step.to, authorId: userId },
      originOf(planned, step, operationId),
    );
  await platform.bus.publish('files-changed', {
    projectId,
    path: steps[0]!.to,
    folders: [...new Set(steps.map(({ to }) => to.slice(0, to.lastIndexOf('/'))))].slice(0, 40),
  });
  const { from, to } = steps[0]!;
  // A plan that has ended stops nothing that was begun while it held.
  const begun = { evenWithoutPlan: true };
  if (layer && (await passes(layers.require({ projectId, ...layer }, userId, begun))))
    await layers.switchToCopy({ projectId, ...layer }, from, to);
  if (newLayer && (await passes(layers.requireMap({ projectId, mapId: newLayer.mapId }, userId, begun))))
    await layers.add(
      { projectId, ...newLayer },
      { url: to, style: await readFirstStyle(projectId, to, signal) },
      userId,
    );
}

function originOf(
  { bucket, crs, format, options = {}, array }: PlannedConversion,
  { from, version, layer }: Step,
  operationId: string,
): Origin {
  const source = {
    input: 'file',
    sourceMapId: null,
    sourceLayerId: null,
    sourcePath: from,
    sourceName: baseName(from),
  };
  return {
    kind: 'convert',
    doer: format,
    parameters: {
      format,
      ...(crs !== undefined && { crs }),
      ...(layer !== undefined && { layer }),
      ...(Object.keys(options).length > 0 && { options }),
      ...(array && { array }),
      ...(bucket === 'groma-temp' && { file: baseName(from) }),
    },
    // An upload that is not kept cannot change.
    inputs: bucket === 'groma' ? [{ ...source, version: version ?? 0, features: null }] : [],
    operationId,
  };
}

async function passes(check: Promise<void>): Promise<boolean> {
  try {
    await check;
    return true;
  } catch (error) {
    if (error instanceof GromaError) return false;
    throw error;
  }
}
