import type { ToolServices } from '@groma/geo';
import type { ProjectId, ToolParameters, ToolServiceName, UserId } from '@groma/model';
import type { AnswerTool } from '../reader/layer-worker.ts';

/** A run that needs a service. */
interface ServedRun {
  projectId: ProjectId;
  userId: UserId;
  parameters: ToolParameters;
  /** Files of images that earlier steps have made, by their references. */
  kept: Readonly<Record<string, string>>;
  /** Aborted when nobody wants the answers any more. */
  signal: AbortSignal;
}

/**
 * How each service that tools name is opened for a run, by the feature that has it. That may take long and throw: it
 * happens before the run takes its place among those that run at once.
 */
export type OpenToolServices = {
  readonly [Name in ToolServiceName]: (run: ServedRun) => Promise<ToolServices[Name]>;
};

/** What the thread of a tool is answered by a service. */
export function answersOf(service: ToolServices[ToolServiceName] | null): AnswerTool | undefined {
  if (!service) return undefined;
  const methods = service as unknown as Readonly<Record<string, (input: unknown) => Promise<unknown>>>;
  return ({ method, input }) => methods[method]!(input);
}
