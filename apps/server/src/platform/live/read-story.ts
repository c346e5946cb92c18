import { GromaError, readStory, storyDocumentId, type StoryStep } from '@groma/model';
import type { LiveDocuments } from './live-documents.ts';

/** The story of a map as it is now; no steps where nobody has begun one. */
export async function readStoryOf(
  { documents }: { documents: Pick<LiveDocuments, 'read'> },
  mapId: string,
): Promise<StoryStep[]> {
  const doc = await documents.read(storyDocumentId(mapId)).catch((error: unknown) => {
    if (error instanceof GromaError && error.code === 'NOT_FOUND') return null;
    throw error;
  });
  const steps = doc ? readStory(doc) : [];
  doc?.destroy();
  return steps;
}
