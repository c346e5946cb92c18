import type { VectorUpdate } from '@groma/geo';
import type { MapPost, MapPostReply } from '@groma/protocol';
import type { TurnBack } from './edit-history.ts';
import type { EditReply, NewEdit } from './edit-queue.ts';
import type { MapState } from './map-state.ts';

/** What the parts of an open map do through its session. */
export interface SessionParts {
  mapId: string;
  projectId: string;
  read(): MapState;
  set(change: Partial<MapState>): void;
  /** Sends a change. @throws GromaError, CallError. */
  post<Post extends MapPost>(post: Post): Promise<MapPostReply<Post['type']>>;
  /**
   * Makes a change that may have to wait until the server is back; null then.
   * @throws GromaError, Error where it cannot be made.
   */
  write(edit: NewEdit): Promise<EditReply | null>;
  /** What undoes own changes of a layer, as far as it is known here. */
  undoOf(layerId: string, keys: readonly string[]): Promise<VectorUpdate[] | null>;
  /**
   * Keeps a change that is shown already, also while the server is away. False where it was refused, which has been
   * said and put right then.
   */
  keep(post: MapPost): Promise<boolean>;
  /** Does something that may be refused. False where it was, which has been said and put right then. */
  attempt(action: () => Promise<unknown>): Promise<boolean>;
  refresh(): Promise<void>;
  remember(turnBack: TurnBack): void;
  /** Undo waits for a step that is on its way until it is remembered. */
  whileMaking<Result>(step: () => Promise<Result>): Promise<Result>;
}
