import { layerReference } from '@groma/model';
import { t } from '../../../platform/text.ts';
import { openOrigin } from '../../../registry/origin/origin-dialog.tsx';
import type { MapSession } from '../session/map-session.ts';

/** Shows what a layer was made of, by what, and what was made of it. */
export function openLayerOrigin(session: MapSession, layerId: string): void {
  const { mapId, projectId, state, edits } = session;
  // A layer that is older than origins was imported or drawn.
  const path = state.data[layerId]?.source.file_path;
  openOrigin({
    projectId,
    thing: layerReference({ mapId, layerId }),
    name: state.hierarchy[layerId]?.text ?? '',
    unknown: path === undefined ? t('origin.drawn') : t('origin.imported', { path }),
    async around(make) {
      const made = await edits.whileMaking(make);
      // The operation's id is the key that its edits were posted with.
      if (made.edits.length > 0 && made.operation_id !== null) edits.rememberEdits(layerId, [made.operation_id]);
    },
  });
}
