import { parseResource, type ProjectId, type ResourceName, type UserId } from '@groma/model';
import { versionOfRows } from '../../platform/origin/origin.ts';
import { readOrigins, type ReadOrigin } from '../../platform/origin/origin-records.ts';
import type { RunsAgain } from '../../platform/origin/run-again.ts';
import type { Platform } from '../../platform/platform.ts';

/** For whom origins are read, and where. */
export interface Asking {
  projectId: ProjectId;
  userId: UserId;
}

/** What the files of this folder share. */
export interface OriginParts {
  platform: Platform;
  again: RunsAgain;
  /** What a name of a table or result stands for; null for what is not there or may not be read. */
  findRows(asking: Asking, name: ResourceName): Promise<object | null>;
}

/** Origins as `readOrigins` gives them, with what tables and results are now for the person who asks. */
export async function readCurrentOrigins(
  { platform, findRows }: Pick<OriginParts, 'platform' | 'findRows'>,
  asking: Asking,
  wanted?: Parameters<typeof readOrigins>[2],
): Promise<ReadOrigin[]> {
  const origins = await readOrigins(platform, asking.projectId, wanted);
  const references = new Set(
    origins.flatMap(({ inputs }) => inputs.flatMap(({ sourceReference }) => sourceReference ?? [])),
  );
  const there = new Set<string>();
  await Promise.all(
    [...references].map(async (reference) => {
      const found = await findRows(asking, parseResource(reference)!).catch(() => null);
      if (found) there.add(reference);
    }),
  );
  return origins.map((origin) => ({
    ...origin,
    inputs: origin.inputs.map((input) =>
      there.has(input.sourceReference ?? '')
        ? { ...input, current: versionOfRows, currentName: input.sourceName }
        : input,
    ),
  }));
}
