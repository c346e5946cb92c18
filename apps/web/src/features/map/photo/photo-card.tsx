import { Dialog, Button, IconButton, SliderField, Truncated, XIcon, ZoomInAreaIcon } from '@groma/ui';
import { photoBox } from '@groma/model';
import { useCan } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { openDialog } from '../../../registry/dialog.ts';
import { showOnMap } from '../maps/map-panels.ts';
import type { MapSession } from '../session/map-session.ts';
import { useMapState } from '../session/use-map-state.ts';
import { PhotoFacts } from './photo-facts.tsx';
import '../view/map-card.css';
import './photo-card.css';

/** What is known of the photo that was clicked, with its picture, and how clear it is. */
export function PhotoCard({
  session,
  layerId,
  onClose,
}: {
  session: MapSession;
  layerId: string;
  onClose: () => void;
}) {
  const t = useText();
  const photo = useMapState(session, ({ photos }) => photos[layerId]);
  const name = useMapState(session, ({ hierarchy }) => hierarchy[layerId]?.text ?? '');
  if (!photo) return null;
  return (
    <section className="map-card" aria-label={t('photo.photo')}>
      <header>
        <div>
          <b>
            <Truncated text={name} />
          </b>
          <small>{t('photo.photo')}</small>
        </div>
        <IconButton
          size="s"
          label={t('photo.zoom')}
          icon={<ZoomInAreaIcon />}
          onClick={() => showOnMap(session.mapId, session.state.name, photoBox(photo.style))}
        />
        <IconButton size="s" label={t('map.close')} icon={<XIcon />} onClick={onClose} />
      </header>
      <PhotoFacts style={photo.style} />
      <PhotoOpacity session={session} layerId={layerId} />
    </section>
  );
}

function PhotoOpacity({ session, layerId }: { session: MapSession; layerId: string }) {
  const t = useText();
  const mayUpdate = useCan('update', 'map');
  const opacity = useMapState(session, ({ photos }) => photos[layerId]?.style.opacity ?? 1);
  const editor = useMapState(session, ({ editors }) => editors[layerId]);
  const isLocked = editor !== undefined && editor.userId !== session.myId;
  return (
    <div className="photo-opacity">
      <SliderField
        label={t('photo.opacity')}
        suffix=" %"
        disabled={!mayUpdate || isLocked}
        value={Math.round(opacity * 100)}
        onChange={(percent) => session.changePhoto(layerId, { opacity: percent / 100 })}
      />
    </div>
  );
}

/** The same from the tree, by keys too. */
export function openPhotoDetails(session: MapSession, layerId: string): void {
  const { photos, hierarchy } = session.state;
  if (!photos[layerId]) return;
  openDialog(({ opened, onClose }) => (
    <PhotoDetails
      opened={opened}
      onClose={onClose}
      session={session}
      layerId={layerId}
      name={hierarchy[layerId]?.text ?? ''}
    />
  ));
}

function PhotoDetails({
  opened,
  onClose,
  session,
  layerId,
  name,
}: {
  opened: boolean;
  onClose: () => void;
  session: MapSession;
  layerId: string;
  name: string;
}) {
  const t = useText();
  const photo = useMapState(session, ({ photos }) => photos[layerId]);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('layer.details.title', { name })}
      foot={<Button onClick={onClose}>{t('layer.details.close')}</Button>}
    >
      {photo && <PhotoFacts style={photo.style} />}
      <PhotoOpacity session={session} layerId={layerId} />
    </Dialog>
  );
}
