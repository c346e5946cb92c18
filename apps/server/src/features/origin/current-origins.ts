import { parseProjectToolId, parseResource, type ProjectId, type ResourceName, type UserId } from '@groma/model';
import { versionOfRows } from '../../platform/origin/origin.ts';
import { readOrigins, type ReadOrigin } from '../../platform/origin/origin-records.ts';
import type { RunsAgain } from '../../platform/origin/run-again.ts';
import type { Platform } from '../../platform/platform.ts';

/** For whom origins are read, and where. */
export interface Asking {
  projectId: ProjectId;
  userId: UserId;
}

interface OfferedTool {
  definition: { name: string };
  version: string;
}

/** An origin with what is there now. */
export type CurrentOrigin = ReadOrigin & {
  /** The tool of people that has made it; null for any other, and for one that is offered no more. */
  tool: { title: string; isChanged: boolean } | null;
};

/** What the files of this folder share. */
export interface OriginParts {
  platform: Platform;
  again: RunsAgain;
  /** What names of tables and results stand for, in their order; null for what is not there or may not be read. */
  findRows(asking: Asking, names: readonly ResourceName[]): Promise<(object | null)[]>;
  /** A tool that people offer in a project; undefined for one that they offer no more. */
  findTool(projectId: ProjectId, toolId: string): Promise<OfferedTool | undefined>;
}

/**
 * Origins as `readOrigins` gives them, with what tools of people are now, and tables and results for the person who
 * asks.
 */
export async function readCurrentOrigins(
  parts: Pick<OriginParts, 'platform' | 'findRows' | 'findTool'>,
  asking: Asking,
  wanted?: Parameters<typeof readOrigins>[2],
): Promise<CurrentOrigin[]> {
  const { platform, findRows } = parts;
  const origins = await readOrigins(platform, asking.projectId, wanted);
  const references = [
    ...new Set(origins.flatMap(({ inputs }) => inputs.flatMap(({ sourceReference }) => sourceReference ?? []))),
  ];
  const found = await findRows(
    asking,
    references.map((reference) => parseResource(reference)!),
  );
  const there = new Set(references.filter((_, at) => found[at]));
  const tools = await toolsOf(parts, asking.projectId, origins);
  return origins.map((origin) => ({
    ...origin,
    tool: currentTool(origin, tools.get(origin.doer)),
    inputs: origin.inputs.map((input) =>
      there.has(input.sourceReference ?? '')
        ? { ...input, current: versionOfRows, currentName: input.sourceName }
        : input,
    ),
  }));
}

/** The tools of people among those of origins, by their ids. */
async function toolsOf(
  { findTool }: Pick<OriginParts, 'findTool'>,
  projectId: ProjectId,
  origins: readonly ReadOrigin[],
): Promise<Map<string, OfferedTool>> {
  const ids = new Set(origins.filter(isOfPeople).map(({ doer }) => doer));
  const found = await Promise.all([...ids].map(async (id) => [id, await findTool(projectId, id)] as const));
  return new Map(found.flatMap(([id, tool]) => (tool ? [[id, tool] as const] : [])));
}

/** Whether a tool of people has made it. */
export function isOfPeople({ kind, doer }: Pick<ReadOrigin, 'kind' | 'doer'>): boolean {
  return kind === 'tool' && parseProjectToolId(doer) !== undefined;
}

function currentTool({ version }: ReadOrigin, tool: OfferedTool | undefined): CurrentOrigin['tool'] {
  return tool ? { title: tool.definition.name, isChanged: tool.version !== version } : null;
}
