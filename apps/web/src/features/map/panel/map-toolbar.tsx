import { baseMapTypes } from '@groma/model';
import {
  CloudCheckIcon,
  CloudOffIcon,
  DotsIcon,
  IconButton,
  Map2Icon,
  Menu,
  Spinner,
  Tooltip,
  UploadIcon,
} from '@groma/ui';
import { useEffect, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { errorText } from '../../../platform/api.ts';
import { useCan } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { CommandButton } from '../../../registry/command-button.tsx';
import { performCommand } from '../../../registry/command.ts';
import { menuEntry, menuOf } from '../../../registry/menu-entry.ts';
import type { MapSession } from '../session/map-session.ts';
import { useOutageText } from '../session/use-outage-text.ts';
import { useMapState } from '../session/use-map-state.ts';
import type { MapImports } from '../maps/map-imports.ts';
import {
  redo,
  saveView,
  setBaseMap,
  showCatalogue,
  showFunctions,
  syncViews,
  takePicture,
  undo,
} from './panel-commands.ts';
import { syncStore } from './sync-views.ts';
import type { PartProps } from '../view/open-pictures.ts';
import type { MapPanelParts } from './map-panel-parts.ts';

/** How long "View state saved!" stays, and its button is off (MAP-024, MAP-025). */
const savedMs = 3_000;

/**
 * The one bar of tools at the top left of a map. In a narrow map the tools of content and view are folded away, until
 * somebody asks for more (MAP-176).
 */
export function MapToolbar({
  session,
  picture,
  parts,
}: PartProps & { parts: Pick<MapPanelParts, 'buttons' | 'imports'> }) {
  const t = useText();
  const mayUpdate = useCan('update', 'map');
  const [isOpen, setOpen] = useState(false);
  const drawn = (buttons: MapPanelParts['buttons']['draw']) =>
    buttons.map((Buttons, index) => <Buttons key={index} session={session} picture={picture} />);
  return (
    <div className="map-toolbar" role="toolbar" aria-label={t('map.tools')} data-open={isOpen || undefined}>
      <ToolGroup label={t('map.toolGroup.draw')}>{drawn(parts.buttons.draw)}</ToolGroup>
      {mayUpdate && (
        <ToolGroup label={t('map.toolGroup.history')}>
          <HistoryTools session={session} />
        </ToolGroup>
      )}
      <SavingMark session={session} />
      <span className="map-toolbar-fold">
        <IconButton
          label={t('map.moreTools')}
          icon={<DotsIcon />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      </span>
      <ToolGroup label={t('map.toolGroup.content')} folds>
        <BaseMapMenu session={session} />
        {mayUpdate && <UploadMenu mapId={session.mapId} imports={parts.imports} />}
        <CommandButton command={showFunctions} argument={undefined} />
        <CommandButton command={showCatalogue} argument={undefined} />
        {drawn(parts.buttons.content)}
      </ToolGroup>
      <ToolGroup label={t('map.toolGroup.view')} folds>
        <ViewTools session={session} />
      </ToolGroup>
    </div>
  );
}

/** Tools that belong together, with a line before them and a name for those who do not see it. */
function ToolGroup({ label, folds, children }: { label: string; folds?: boolean; children: ReactNode }) {
  return (
    <div className="map-toolbar-group" role="group" aria-label={label} data-folds={folds}>
      {children}
    </div>
  );
}

function HistoryTools({ session }: { session: MapSession }) {
  // Drawn anew when there is more or less to undo; the commands say which.
  useStore(session.drawing.store, ({ past }) => past.length > 0);
  useStore(session.drawing.store, ({ future }) => future.length > 0);
  useStore(session.drawing.store, ({ editing }) => editing !== null);
  useMapState(session, (state) => state.canUndo);
  useMapState(session, (state) => state.canRedo);
  const look = { argument: { mapId: session.mapId }, disabledReason: useOutageText(session) ?? undefined };
  return (
    <>
      <CommandButton command={undo} {...look} />
      <CommandButton command={redo} {...look} />
    </>
  );
}

function BaseMapMenu({ session: { mapId }, session }: { session: MapSession }) {
  const t = useText();
  const shown = useMapState(session, (state) => state.baseMap);
  const items = baseMapTypes.map((baseMap) =>
    menuEntry(setBaseMap, { mapId, baseMap }, { key: baseMap, active: baseMap === shown }),
  );
  return <Menu target={<IconButton label={t('map.baseMap.label')} icon={<Map2Icon />} />} items={menuOf(items)} />;
}

function UploadMenu({ mapId, imports }: { mapId: string; imports: MapImports }) {
  const t = useText();
  return <Menu target={<IconButton label={t('map.upload')} icon={<UploadIcon />} />} items={imports.entries(mapId)} />;
}

/** What is done with the view as a whole. */
function ViewTools({ session }: { session: MapSession }) {
  const t = useText();
  const argument = { mapId: session.mapId };
  const isSynchronised = syncStore(({ isOn }) => isOn);
  const [word, setWord] = useState<string | null>(null);
  useEffect(() => {
    if (word === null) return undefined;
    const timer = setTimeout(() => setWord(null), savedMs);
    return () => clearTimeout(timer);
  }, [word]);
  const save = () => {
    performCommand(saveView, argument).then(
      (isDone) => {
        if (isDone) setWord(t('map.viewSaved'));
      },
      (error: unknown) => setWord(errorText(error)),
    );
  };
  return (
    <>
      <CommandButton command={syncViews} argument={argument} active={isSynchronised} />
      <CommandButton command={saveView} argument={argument} disabledReason={word ?? undefined} onClick={save} />
      <CommandButton command={takePicture} argument={argument} />
      {word !== null && (
        <span className="map-toolbar-word" role="status">
          {word}
        </span>
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
  const isKept = isWaiting && !isConnected;
  const label = t(
    isKept ? 'map.offline.kept' : unsaved ? 'map.saving' : isConnected ? 'map.saved' : 'map.disconnected',
  );
  const mark = isConnected ? <CloudCheckIcon /> : <CloudOffIcon />;
  return (
    <Tooltip label={label}>
      <span className="map-saving" role="status" aria-label={label} data-off={!isConnected || undefined}>
        {unsaved && !isKept ? <Spinner /> : mark}
      </span>
    </Tooltip>
  );
}
