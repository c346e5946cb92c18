import { BookmarkIcon, CloudCheckIcon, IconButton, Menu, PointerIcon, Spinner, Tooltip, UploadIcon } from '@groma/ui';
import { useEffect, useState } from 'react';
import { errorText } from '../../../platform/api.ts';
import { useCan } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { chooseFiles } from '../import/drop-files.ts';
import { importDesktopFiles } from '../import/import-files.ts';
import type { MapSession } from '../session/map-session.ts';
import { useMapState } from '../session/use-map-session.ts';
import type { MapView } from './map-view.ts';

/** How long "View state saved!" stays, and its button is off (MAP-024, MAP-025). */
const savedMs = 3_000;

/** The one bar of tools at the top left of a map. */
export function MapToolbar({ session, view }: { session: MapSession; view: MapView }) {
  const t = useText();
  const mayUpdate = useCan('update', 'map');
  const mayUpload = useCan('upload', 'file');
  const [word, setWord] = useState<string | null>(null);
  useEffect(() => {
    if (word === null) return undefined;
    const timer = setTimeout(() => setWord(null), savedMs);
    return () => clearTimeout(timer);
  }, [word]);
  const saveView = async () => {
    try {
      await session.saveView(view.view);
      setWord(t('map.viewSaved'));
    } catch (error) {
      setWord(errorText(error));
    }
  };
  const upload = async () => importDesktopFiles({ mapId: session.mapId, projectId: session.projectId }, await chooseFiles());
  return (
    <div className="map-toolbar" role="toolbar" aria-label={t('map.tools')}>
      <IconButton label={t('map.selectTool')} shortcut="S" active icon={<PointerIcon />} />
      {mayUpdate && (
        <>
          <i className="map-toolbar-line" />
          <Menu
            target={<IconButton label={t('map.upload')} icon={<UploadIcon />} />}
            items={[
              { key: 'desktop', label: t('map.fromDesktop'), disabledReason: mayUpload ? undefined : t('map.mayNotUpload'), onSelect: () => { void upload(); } },
              { key: 'qgis', label: t('map.fromQgis'), disabledReason: t('map.notYet') },
            ]}
          />
          <IconButton label={t('map.setView')} icon={<BookmarkIcon />} disabledReason={word ?? undefined} onClick={() => { void saveView(); }} />
        </>
      )}
      <SavingMark session={session} />
      {word !== null && <span className="map-toolbar-word" role="status">{word}</span>}
    </div>
  );
}

/** Whether every change is on the server (MAP-026). */
function SavingMark({ session }: { session: MapSession }) {
  const t = useText();
  const unsaved = useMapState(session, (state) => state.unsaved > 0);
  const isConnected = useMapState(session, (state) => state.isConnected);
  const label = t(unsaved ? 'map.saving' : isConnected ? 'map.saved' : 'map.disconnected');
  return <Tooltip label={label}><span className="map-saving" role="status" aria-label={label} data-off={!isConnected || undefined}>{unsaved ? <Spinner label={label} /> : <CloudCheckIcon />}</span></Tooltip>;
}
