import { layerEvents } from '../../../platform/database/tables/index.ts';
import type { Query } from './layer-records.ts';

export type LayerEvent = { layerId: string } & (
  | { kind: 'imported'; detail: { file_path: string } }
  | { kind: 'created'; detail: Record<string, never> }
  | { kind: 'renamed'; detail: { before: string; name: string } }
  | { kind: 'style'; detail: { before: Record<string, unknown>; assistant?: string; byAssistant?: true } }
  | { kind: 'restored'; detail: { moment: string } }
  | { kind: 'deleted' | 'recovered'; detail: Record<string, never> }
);

/** Notes what happens to layers besides edits, in the transaction in which it does. */
export async function noteEvents(query: Query, authorId: string, events: readonly LayerEvent[]): Promise<void> {
  if (events.length > 0) await query.insert(layerEvents).values(events.map((event) => ({ ...event, authorId })));
}
