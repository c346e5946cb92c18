import { Button, toast } from '@groma/ui';
import { can } from '../../../platform/session.ts';
import { t } from '../../../platform/text.ts';
import type { MapState } from './map-state.ts';
import './say-lock.css';

/** What is needed of a map to say who holds its layers. */
interface LockedMap {
  readonly state: Pick<MapState, 'editors' | 'hierarchy'>;
  askFor(layerId: string): void;
  letGo(): Promise<void>;
}

/** How long a question of somebody else stands, in milliseconds. */
const questionMs = 30_000;

/** Says who keeps this person out of a layer, with a button to ask for it (MAP-067, MAP-121). */
export function sayLocked(session: LockedMap, layerId: string): void {
  const holder = session.state.editors[layerId];
  if (!holder) return;
  toast.info(
    <LockMessage
      text={t('map.editedBy', { name: holder.username })}
      label={can('update', 'map') ? t('map.lock.ask') : null}
      onClick={() => session.askFor(layerId)}
    />,
    { id: `locked-${layerId}` },
  );
}

/** Somebody would like to edit the layer that this person holds. */
export function sayAskedFor(
  session: LockedMap,
  { layer_id: layerId, username }: { layer_id: string; username: string },
): void {
  const id = `asked-${layerId}`;
  const layer = session.state.hierarchy[layerId]?.text ?? '';
  const letGo = () => {
    toast.dismiss(id);
    void session.letGo();
  };
  toast.info(
    <LockMessage
      text={t('map.lock.askedFor', { name: username, layer })}
      label={t('map.lock.letGo')}
      onClick={letGo}
    />,
    { id, duration: questionMs },
  );
}

function LockMessage({ text, label, onClick }: { text: string; label: string | null; onClick: () => void }) {
  return (
    <>
      <span>{text}</span>
      {label !== null && (
        <div className="map-lock-answer">
          <Button size="s" onClick={onClick}>
            {label}
          </Button>
        </div>
      )}
    </>
  );
}
