import type { OperationId, OriginKind, ProjectId, UserId } from '@groma/model';
import type { ReadOrigin } from './origin-records.ts';

/** A layer or file that a person wants made again, of what it was made of as that is now. */
export interface WantedAgain {
  origin: ReadOrigin;
  projectId: ProjectId;
  user: { id: UserId; username: string };
  operationId?: OperationId | undefined;
}

/**
 * `operation_id`: null where a statement has begun operations of its own. `edits`: numbers of the edits that have
 * replaced the features of a layer, posted with the operation's id as their key.
 */
export interface MadeAgain {
  operation_id: string | null;
  edits: number[];
}

/** Makes a thing again as an operation and waits for its end. @throws GromaError as what makes it does, CANCELED */
export type RunAgain = (wanted: WantedAgain, caller: AbortSignal) => Promise<MadeAgain>;

/**
 * How things of each kind are made again, by the feature that makes them. Code of notebooks is run in its notebook, a
 * workflow as a whole.
 */
export type RunsAgain = { readonly [Kind in Exclude<OriginKind, 'notebook' | 'workflow'>]: RunAgain };
