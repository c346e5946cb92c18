import { readStory, storySteps, type StoryStep } from '@groma/model';
import { useMemo, useSyncExternalStore } from 'react';
import type * as Y from 'yjs';

/** The steps of an open story, as they are now. */
export function useStory(doc: Y.Doc): readonly StoryStep[] {
  const store = useMemo(() => storyStore(doc), [doc]);
  return useSyncExternalStore(store.subscribe, store.read);
}

/** The steps of a document, read once for each change. */
function storyStore(doc: Y.Doc) {
  let steps = readStory(doc);
  return {
    read: () => steps,
    subscribe: (listener: () => void) => {
      const update = () => {
        steps = readStory(doc);
        listener();
      };
      storySteps(doc).observeDeep(update);
      // What came between the first reading and now.
      steps = readStory(doc);
      return () => storySteps(doc).unobserveDeep(update);
    },
  };
}
