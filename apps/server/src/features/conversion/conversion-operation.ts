import {
  baseName,
  byStarter,
  conversionOptions,
  numberedName,
  parseDataPath,
  type DataPath,
  type ProjectId,
  type UserId,
} from '@groma/model';
import { conversionFormats } from '@groma/protocol';
import { z } from 'zod';
import { defineOperation } from '../../platform/operation/operation-kind.ts';
import { fileVersion } from '../../platform/origin/origin.ts';
import type { Platform } from '../../platform/platform.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { objName, tilesetName } from './output-format-table.ts';
import { folderOf, namesIn } from './plan-steps.ts';
import type {
  ConversionCheckpoint,
  ConversionNeeds,
  ConversionOperation,
  PlannedConversion,
  Step,
} from './planned-conversion.ts';
import { carryOutConversion, showConversion } from './start-conversion.ts';

const path = z.custom<DataPath>();
/** One image of a file of arrays. */
const wantedImage = z.object({ path: z.string(), at: z.array(z.number()) });
const layer = z.object({ mapId: z.string(), layerId: z.string() });

/** Conversions as people see them. After a kill everything is converted again but for results that are there. */
export function defineConversion(platform: Platform, needs: ConversionNeeds): ConversionOperation {
  return defineOperation({
    name: 'convert',
    policy: byStarter('upload', 'file'),
    input: z.object({
      projectId: z.custom<ProjectId>(),
      userId: z.custom<UserId>(),
      bucket: z.enum(['groma', 'groma-temp']),
      // What was queued before there were others.
      format: z.enum(conversionFormats).default('cog'),
      workflowName: z.string().optional(),
      crs: z.string().optional(),
      needsPlace: z.boolean(),
      options: conversionOptions.optional(),
      array: wantedImage.optional(),
      layer: layer.optional(),
      newLayer: layer.extend({ name: z.string() }).optional(),
      steps: z
        .array(
          z.object({
            from: path,
            to: path,
            layer: z.number().optional(),
            version: z.number().optional(),
            replaces: z.number().optional(),
          }),
        )
        .min(1),
      isAgain: z.boolean().optional(),
    }),
    async findResult(planned, checkpoint, operationId) {
      const { steps, left } = await takeStock(platform.files, planned, checkpoint);
      if (left.length > 0) return undefined;
      await showConversion(
        platform,
        needs,
        { ...planned, steps },
        { signal: new AbortController().signal, operationId },
      );
      return {};
    },
    async run(planned, context) {
      const { checkpoint, attempt } = context;
      const { steps, left } =
        attempt === 1 && checkpoint === null
          ? { steps: planned.steps, left: planned.steps }
          : await takeStock(platform.files, planned, checkpoint);
      await carryOutConversion(
        platform,
        needs,
        { ...planned, steps },
        { left, made: checkpoint?.made ?? null, context },
      );
    },
  });
}

/**
 * Steps whose results are not there. A file of the name that is no such result is of somebody else: the result gets
 * another name.
 */
async function takeStock(
  files: FileStore,
  planned: PlannedConversion,
  checkpoint: ConversionCheckpoint | null,
): Promise<{ steps: Step[]; left: Step[] }> {
  const { steps, made } = checkpoint ?? { steps: planned.steps, made: null };
  const [goals, left]: [Step[], Step[]] = [[], []];
  const given = new Set<string>(steps.map(({ to }) => to));
  for (const [index, step] of steps.entries()) {
    const there = await files.stat(planned.projectId, step.to);
    const isOld = there !== undefined && fileVersion(there.etag) === step.replaces;
    const isMade = there !== undefined && !there.isDir && !isOld && there.bytes === made?.[index];
    let goal = step;
    if (there && !isMade && !planned.isAgain) {
      // Of several files it is the folder that gets another name.
      const main = [tilesetName, objName].find((name) => name === baseName(step.to));
      const tail = main === undefined ? '' : `/${main}`;
      const whole = step.to.slice(0, step.to.length - tail.length);
      const into = folderOf(whole) as DataPath;
      const names = await namesIn(files, planned.projectId, into);
      const isTaken = (name: string) => names.has(name) || given.has(`${into}/${name}${tail}`);
      goal = { ...step, to: parseDataPath(`${into}/${numberedName(baseName(whole), false, isTaken)}${tail}`) };
      given.add(goal.to);
    }
    goals.push(goal);
    if (!isMade) left.push(goal);
  }
  return { steps: goals, left };
}
