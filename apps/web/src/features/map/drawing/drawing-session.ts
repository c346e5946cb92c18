import type { MapPost, MapPostReply } from '@groma/protocol';
import type { LayerQuestions, Question } from '../layer/layer-messages.ts';
import type { MapEdits } from '../session/map-edits.ts';
import type { MapState } from '../session/map-state.ts';

/** What drawing needs of the map it is on. */
export interface DrawingSession {
  readonly mapId: string;
  readonly myId: string;
  readonly state: Pick<MapState, 'boundLayerId' | 'data' | 'editors' | 'hierarchy' | 'loaded'>;
  bind(layerId: string | null): void;
  /** Says who keeps this person out of a layer. */
  sayLocked(layerId: string): void;
  ask<Name extends Question>(layerId: string, question: Name, ask: LayerQuestions[Name]['ask']): Promise<LayerQuestions[Name]['answer']>;
  post<Post extends MapPost>(post: Post): Promise<MapPostReply<Post['type']>>;
  refresh(): Promise<void>;
  select(layerId: string, fids: ReadonlySet<number>): void;
  /** Tells the room which edits took features out of a layer. */
  holdTaken(layerId: string, seqs: readonly number[]): void;
  readonly edits: Pick<MapEdits, 'remember' | 'rememberEdits' | 'whileMaking'>;
}
