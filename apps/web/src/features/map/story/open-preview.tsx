import { Dialog } from '@groma/ui';
import type * as Y from 'yjs';
import { useText } from '../../../platform/text.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';
import type { MapSession } from '../session/map-session.ts';
import { useMapState } from '../session/use-map-state.ts';
import type { LayerKind } from '../view/layer-kind.ts';
import { StoryTheatre } from './story-theatre.tsx';
import { useStory } from './use-story.ts';

interface Previewed {
  session: MapSession;
  doc: Y.Doc;
  kinds: readonly LayerKind[];
  first: string | null;
}

/** Shows a story over the workspace as readers will have it; what is written meanwhile is there at once. */
export function openPreview(previewed: Previewed): void {
  openDialog((props) => <Preview {...props} {...previewed} />);
}

function Preview({ opened, onClose, session, doc, kinds, first }: DialogHostProps & Previewed) {
  const t = useText();
  const name = useMapState(session, (state) => state.name);
  const steps = useStory(doc);
  return (
    <Dialog opened={opened} onClose={onClose} title={t('story.previewOf', { name })} size="full">
      <StoryTheatre session={session} kinds={kinds} steps={steps} first={first} />
    </Dialog>
  );
}
