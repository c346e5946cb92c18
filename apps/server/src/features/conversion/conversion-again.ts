import { baseName, numberedName, parseDataPath, type DataPath } from '@groma/model';
import type { Platform } from '../../platform/platform.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import {
  conversionWork,
  namesIn,
  type ConversionNeeds,
  type PlannedConversion,
  type Step,
  type Work,
} from './start-conversion.ts';

/** What is done after a server was killed or stopped at a conversion: all of it once more, but for results that are there. Its person must still be one who may. */
export function conversionAgain(platform: Platform, needs: ConversionNeeds, planned: PlannedConversion): Work<void> {
  return async (report, signal, keep) => {
    await platform.access.require(planned.userId, planned.projectId, 'upload', 'file');
    const { steps, left } = await takeStock(platform.files, planned);
    await conversionWork(platform, needs, { ...planned, steps }, left)(report, signal, keep);
  };
}

/** Steps whose results are not there. A file of the name that is no such result is of somebody else: the result gets another name. */
async function takeStock(
  files: FileStore,
  { projectId, steps, made }: PlannedConversion,
): Promise<{ steps: Step[]; left: Step[] }> {
  const [goals, left]: [Step[], Step[]] = [[], []];
  const given = new Set<string>(steps.map(({ to }) => to));
  for (const [index, step] of steps.entries()) {
    const there = await files.stat(projectId, step.to);
    const isMade = there !== undefined && !there.isDir && there.bytes === made?.[index];
    let goal = step;
    if (there && !isMade) {
      const into = step.to.slice(0, step.to.lastIndexOf('/')) as DataPath;
      const names = await namesIn(files, projectId, into);
      goal = {
        ...step,
        to: parseDataPath(
          `${into}/${numberedName(baseName(step.to), false, (name) => names.has(name) || given.has(`${into}/${name}`))}`,
        ),
      };
      given.add(goal.to);
    }
    goals.push(goal);
    if (!isMade) left.push(goal);
  }
  return { steps: goals, left };
}
