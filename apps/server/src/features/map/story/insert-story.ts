import { randomUUID } from 'node:crypto';
import * as Y from 'yjs';
import { addToStory, copiedStep, storyDocumentId, type NewIds, type StoryStep } from '@groma/model';
import { documents } from '../../../platform/database/tables/index.ts';
import type { Query } from '../record/layer-records.ts';

/** Gives a copied map the story of the original, without what was deleted of it. `ids`: those of the copied layers. */
export async function insertStory(
  query: Query,
  copyId: string,
  steps: readonly StoryStep[],
  ids: NewIds,
): Promise<void> {
  if (steps.length === 0) return;
  const doc = new Y.Doc();
  addToStory(
    doc,
    steps.map((step) => copiedStep(step, ids)),
  );
  await query
    .insert(documents)
    .values({ id: storyDocumentId(copyId), generation: randomUUID(), snapshot: Y.encodeStateAsUpdate(doc) });
  doc.destroy();
}
