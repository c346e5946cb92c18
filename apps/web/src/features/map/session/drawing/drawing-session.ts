import type { MapPost, MapPostReply } from '@groma/protocol';
import type { LayerQuestions, Question } from '../../layer/layer-messages.ts';
import type { MapEdits } from '../map-edits.ts';
import type { EditReply, NewEdit } from '../edit-queue.ts';
import type { MapState } from '../map-state.ts';

/** What drawing needs of the map it is on. */
export interface DrawingSession {
  readonly mapId: string;
  readonly projectId: string;
  readonly myId: string;
  readonly state: Pick<MapState, 'boundLayerId' | 'data' | 'editors' | 'hierarchy' | 'loaded' | 'name'>;
  bind(layerId: string | null): void;
  /** Says who keeps this person out of a layer. */
  sayLocked(layerId: string): void;
  ask<Name extends Question>(
    layerId: string,
    question: Name,
    ask: LayerQuestions[Name]['ask'],
  ): Promise<LayerQuestions[Name]['answer']>;
  post<Post extends MapPost>(post: Post): Promise<MapPostReply<Post['type']>>;
  refresh(): Promise<void>;
  select(layerId: string, fids: ReadonlySet<number>): void;
  /** Tells the room which changes took features out of a layer. */
  holdTaken(layerId: string, keys: readonly string[]): void;
  /** Makes a change that may have to wait until the server is back. @throws GromaError, Error. */
  write(edit: NewEdit): Promise<EditReply | null>;
  /** Sends what earlier pages have left of this map. False where that is not done. */
  settleLeft(): Promise<boolean>;
  /** Whether nothing is to be edited, because the server has been away for long. */
  readonly isReadOnly: boolean;
  readonly edits: Pick<MapEdits, 'remember' | 'rememberEdits' | 'whileMaking' | 'write' | 'takeBack'>;
}
