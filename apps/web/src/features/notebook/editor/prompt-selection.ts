import { createExtension } from '@blocknote/core';
import { Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

/** What the view keeps of the page's selection; not part of its typed interface. */
type Observing = EditorView & { domObserver?: { flush(): void } };

/**
 * Reads the page's selection before a key is taken. The browser tells of a moved cursor a little later than of the next
 * key: without this, a key pressed quickly after a click or an arrow, or on a busy machine, would act where the cursor
 * was.
 */
export const promptSelection = createExtension({
  key: 'promptSelection',
  prosemirrorPlugins: [
    new Plugin({
      props: {
        handleDOMEvents: {
          keydown: (view) => {
            if (!view.composing) (view as Observing).domObserver?.flush();
            return false;
          },
        },
      },
    }),
  ],
});
