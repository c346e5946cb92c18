import { baseMapTypes } from '@groma/model';
import {
  ArrowBackUpIcon,
  ArrowForwardUpIcon,
  BookmarkIcon,
  CameraIcon,
  CloudCheckIcon,
  CloudOffIcon,
  IconButton,
  Map2Icon,
  MathFunctionIcon,
  Menu,
  RefreshDotIcon,
  SatelliteIcon,
  Spinner,
  toast,
  Tooltip,
  UploadIcon,
  WorldUploadIcon,
} from '@groma/ui';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { errorText } from '../../../platform/api.ts';
import { chooseFiles } from '../../../platform/dropped-files.ts';
import { useCan } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { openDrawer } from '../../../registry/drawer.ts';
import type { MapSession } from '../session/map-session.ts';
import { useOutageText } from '../session/use-outage-text.ts';
import { useMapState } from '../session/use-map-session.ts';
import type { MapImports } from '../maps/map-imports.ts';
import { turnHistory } from '../session/turn-history.ts';
import { savePicture } from './save-picture.ts';
import { syncStore, turnSync } from './sync-views.ts';
import type { PartProps } from '../view/open-pictures.ts';
import type { MapPanelParts } from './map-panel-parts.ts';

/** How long "View state saved!" stays, and its button is off (MAP-024, MAP-025). */
const savedMs = 3_000;

interface ToolbarProps extends PartProps {
  attribution: string;
}

/** The one bar of tools at the top left of a map. */
export function MapToolbar({
  session,
  picture,
  attribution,
  parts,
}: ToolbarProps & { parts: Pick<MapPanelParts, 'buttons' | 'imports'> }) {
  const t = useText();
  const mayUpdate = useCan('update', 'map');
  return (
    <div className="map-toolbar" role="toolbar" aria-label={t('map.tools')}>
      {parts.buttons.map((Buttons, index) => (
        <Buttons key={index} session={session} picture={picture} />
      ))}
      {mayUpdate && <HistoryTools session={session} />}
      <i className="map-toolbar-line" />
      <BaseMapMenu session={session} />
      {mayUpdate && <UploadMenu session={session} imports={parts.imports} />}
      <IconButton label={t('map.catalog')} icon={<SatelliteIcon />} onClick={() => openDrawer('catalog')} />
      <IconButton
        label={t('map.functions')}
        icon={<MathFunctionIcon />}
        onClick={() => openDrawer('layer-functions')}
      />
      <i className="map-toolbar-line" />
      <ViewTools session={session} picture={picture} attribution={attribution} mayUpdate={mayUpdate} />
    </div>
  );
}

function HistoryTools({ session }: { session: MapSession }) {
  const t = useText();
  const hasPast = useStore(session.drawing.store, ({ past }) => past.length > 0);
  const hasFuture = useStore(session.drawing.store, ({ future }) => future.length > 0);
  const readOnlyReason = useOutageText(session);
  const canUndo = useMapState(session, (state) => state.canUndo) || hasPast;
  const canRedo = useMapState(session, (state) => state.canRedo) || hasFuture;
  return (
    <>
      <i className="map-toolbar-line" />
      <IconButton
        label={t('map.undo')}
        shortcut="Ctrl+Z"
        icon={<ArrowBackUpIcon />}
        disabledReason={readOnlyReason ?? (canUndo ? undefined : t('map.nothingToUndo'))}
        onClick={() => {
          void turnHistory(session, 'undo');
        }}
      />
      <IconButton
        label={t('map.redo')}
        shortcut="Ctrl+Shift+Z"
        icon={<ArrowForwardUpIcon />}
        disabledReason={readOnlyReason ?? (canRedo ? undefined : t('map.nothingToRedo'))}
        onClick={() => {
          void turnHistory(session, 'redo');
        }}
      />
    </>
  );
}

/** The base map of everybody on this map (MAP-006, MAP-109). */
function BaseMapMenu({ session }: { session: MapSession }) {
  const t = useText();
  const baseMap = useMapState(session, (state) => state.baseMap);
  const items = baseMapTypes.map((type) => ({
    key: type,
    label: t(`map.baseMap.${type}`),
    active: type === baseMap,
    onSelect: () => {
      void session.setBaseMap(type);
    },
  }));
  return <Menu target={<IconButton label={t('map.baseMap.label')} icon={<Map2Icon />} />} items={items} />;
}

function UploadMenu({ session, imports }: { session: MapSession; imports: MapImports }) {
  const t = useText();
  const mayUpload = useCan('upload', 'file');
  const target = { mapId: session.mapId, projectId: session.projectId };
  const upload = async () => imports.bring(target, (await chooseFiles()).files);
  return (
    <Menu
      target={<IconButton label={t('map.upload')} icon={<UploadIcon />} />}
      items={[
        {
          key: 'desktop',
          label: t('map.fromDesktop'),
          disabledReason: mayUpload ? undefined : t('map.mayNotUpload'),
          onSelect: () => {
            void upload();
          },
        },
        ...imports.entries(target),
        { key: 'qgis', label: t('map.fromQgis'), disabledReason: t('map.notYet') },
      ]}
    />
  );
}

/** What is done with the view as a whole, and whether all is saved. */
function ViewTools({ session, picture: { view }, attribution, mayUpdate }: ToolbarProps & { mayUpdate: boolean }) {
  const t = useText();
  const isSynchronised = syncStore(({ isOn }) => isOn);
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
  const takePicture = () => {
    savePicture(view, session.state, attribution).catch(() => toast.error(t('map.pictureFailed')));
  };
  return (
    <>
      <IconButton
        label={t('map.syncViews')}
        shortcut="Y"
        active={isSynchronised}
        icon={<RefreshDotIcon />}
        onClick={() => turnSync(view.map)}
      />
      {mayUpdate && (
        <IconButton
          label={t('map.setView')}
          icon={<BookmarkIcon />}
          disabledReason={word ?? undefined}
          onClick={() => {
            void saveView();
          }}
        />
      )}
      <IconButton label={t('map.savePicture')} icon={<CameraIcon />} onClick={takePicture} />
      <SavingMark session={session} />
      {word !== null && (
        <span className="map-toolbar-word" role="status">
          {word}
        </span>
      )}
      {mayUpdate && (
        <IconButton label={t('map.publish')} icon={<WorldUploadIcon />} disabledReason={t('map.noTemplates')} />
      )}
    </>
  );
}

/** Whether every change is on the server (MAP-026). */
function SavingMark({ session }: { session: MapSession }) {
  const t = useText();
  const unsaved = useMapState(
    session,
    (state) => state.unsaved > 0 || state.isStyleWaiting || (state.waiting > 0 && state.isConnected),
  );
  const isConnected = useMapState(session, (state) => state.isConnected);
  const isWaiting = useMapState(session, ({ waiting, isKept }) => waiting > 0 && isKept);
  const label = t(
    isWaiting && !isConnected
      ? 'map.offline.kept'
      : unsaved
        ? 'map.saving'
        : isConnected
          ? 'map.saved'
          : 'map.disconnected',
  );
  const mark = isConnected ? <CloudCheckIcon /> : <CloudOffIcon />;
  return (
    <Tooltip label={label}>
      <span className="map-saving" role="status" aria-label={label} data-off={!isConnected || undefined}>
        {unsaved ? <Spinner label={label} /> : mark}
      </span>
    </Tooltip>
  );
}
