import { rootParent } from '@groma/model';
import type { DrawingSession } from './drawing-session.ts';
import type { EditingLayer } from './drawing-state.ts';
import { wireFeature } from './merge-edits.ts';

/**
 * Makes a layer of its own, above the others, of a drawing; undo takes it away again. While the server is away the
 * drawing stays as it is, and becomes the layer `id` when it is back. `replaces` as in NewEdit. @throws GromaError,
 * CallError.
 */
export async function makeDrawnLayer(
  session: DrawingSession,
  { title, features }: Pick<EditingLayer, 'title' | 'features'>,
  { id, replaces }: { id: string; replaces: string | null },
): Promise<void> {
  await session.write({
    key: crypto.randomUUID(),
    layerId: '',
    newFids: [],
    isAwaited: true,
    replaces,
    post: {
      type: 'Create_Vector_Layer',
      vector_data: { [id]: { features: features.map(wireFeature) } },
      new_layers_hierarchy_info: {
        [id]: { id, text: title, type: 'Layer', parent_id: rootParent, level: 1, order: -1, visible: true },
      },
    },
  });
  await session.refresh();
  const unmake = async () => {
    await session.post({ type: 'Delete_Layers', layer_ids: [id] });
    return async () => {
      await session.post({ type: 'Recover_Layers', layer_ids: [id] });
      await session.refresh();
      return unmake;
    };
  };
  session.edits.remember(unmake);
}
