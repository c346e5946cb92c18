import type { MapPost, MapPostReply } from '@groma/protocol';
import type { TurnBack } from './edit-history.ts';
import type { MapState } from './map-state.ts';

/** What the parts of an open map do through its session. */
export interface SessionParts {
  projectId: string;
  read(): MapState;
  set(change: Partial<MapState>): void;
  /** Sends a change. @throws GromaError, CallError. */
  post<Post extends MapPost>(post: Post): Promise<MapPostReply<Post['type']>>;
  /** The same. False where it was refused, which has been said and put right then. */
  keep(post: MapPost): Promise<boolean>;
  /** Does something that may be refused. False where it was, which has been said and put right then. */
  attempt(action: () => Promise<unknown>): Promise<boolean>;
  refresh(): Promise<void>;
  remember(turnBack: TurnBack): void;
  /** Undo waits for a step that is on its way until it is remembered. */
  whileMaking<Result>(step: () => Promise<Result>): Promise<Result>;
}
