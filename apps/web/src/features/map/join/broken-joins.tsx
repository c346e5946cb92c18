import type { LayerJoin } from '@groma/model';
import { Button, Note } from '@groma/ui';
import { useCan } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { act } from '../../../registry/menu-entry.ts';
import { useMapState } from '../session/use-map-state.ts';
import type { MapSession } from '../session/map-session.ts';
import { removeJoin } from './join-commands.ts';
import { faultOf } from './join-fault.ts';
import './join-dialog.css';

const noJoins: readonly LayerJoin[] = [];

/** Joins of a layer that bring nothing, because a layer or column of theirs is gone, each with a way to remove it. */
export function BrokenJoins({ session, layerId }: { session: MapSession; layerId: string }) {
  const t = useText();
  const mayUpdate = useCan('update', 'map');
  const joins = useMapState(session, (state) => state.styles[layerId]?.joins ?? noJoins);
  const state = useMapState(session, (each) => (joins.length === 0 ? null : each));
  if (!state) return null;
  const notes = joins.flatMap((join, place) => {
    const why = faultOf(state, layerId, join);
    return why === null ? [] : { place, why, join };
  });
  if (notes.length === 0) return null;
  return (
    <div className="broken-joins" role="status">
      {notes.map(({ place, why, join }) => (
        <Note
          key={place}
          kind="warning"
          action={
            mayUpdate && (
              <Button
                size="s"
                variant="quiet"
                onClick={() => act(removeJoin, { mapId: session.mapId, layerId, join: place })}
              >
                {t('layer.join.remove')}
              </Button>
            )
          }
        >
          {why === 'layer'
            ? t('layer.join.noLayer', { column: join.column })
            : t('layer.join.noColumn', { name: state.hierarchy[join.layerId]?.text ?? '' })}
        </Note>
      ))}
    </div>
  );
}
