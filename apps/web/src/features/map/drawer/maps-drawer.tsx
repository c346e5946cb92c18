import {
  Button,
  EmptyState,
  ErrorState,
  FolderPlusIcon,
  IconButton,
  MapPlusIcon,
  PlusIcon,
  SkeletonRows,
} from '@groma/ui';
import { errorText } from '../../../platform/api.ts';
import { DrawerHeader } from '../../../platform/frame/drawer-header.tsx';
import { useCan, useProject } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { CommandButton } from '../../../registry/command-button.tsx';
import type { DrawerProps } from '../../../registry/drawer.ts';
import { act } from '../../../registry/menu-entry.ts';
import { useActivePanel, useOpenPanels } from '../../../registry/panel.ts';
import { useMaps } from '../maps/map-calls.ts';
import { currentMapId } from '../maps/map-panels.ts';
import { BaseMapPicker } from './base-map-picker.tsx';
import { createMap } from './map-row-commands.ts';
import type { MapsDrawerParts } from './maps-drawer-parts.ts';
import { MapsTree } from './maps-tree.tsx';
import { groupLayers } from './node-commands.ts';
import './maps-drawer.css';

/** The maps of the project with their layers (MAP-078). */
export function MapsDrawer({ close, parts }: DrawerProps & { parts: MapsDrawerParts }) {
  const t = useText();
  const projectId = useProject().id;
  const mayCreate = useCan('create', 'map');
  const mayUpdate = useCan('update', 'map');
  useActivePanel();
  useOpenPanels();
  const mapId = currentMapId();
  return (
    <div className="maps-drawer">
      <DrawerHeader title={t('map.maps')} onClose={close}>
        {mayUpdate && mapId !== null && (
          // It stands there from the first moment, when the map is only being opened.
          <IconButton
            label={t('map.newGroup')}
            icon={<FolderPlusIcon />}
            onClick={() => act(groupLayers, { mapId, layerIds: [] })}
          />
        )}
        <CommandButton command={createMap} argument={undefined} />
      </DrawerHeader>
      <div className="maps-drawer-body">
        <Body projectId={projectId} mayCreate={mayCreate} currentMapId={mapId} parts={parts} />
      </div>
      {mapId !== null && <BaseMapPicker mapId={mapId} />}
    </div>
  );
}

function Body({
  projectId,
  mayCreate,
  currentMapId: mapId,
  parts,
}: {
  projectId: string;
  mayCreate: boolean;
  currentMapId: string | null;
  parts: MapsDrawerParts;
}) {
  const t = useText();
  const { data, error, refetch, isRefetching } = useMaps(projectId);
  if (error && !data)
    return (
      <ErrorState
        title={t('map.listFailed')}
        onRetry={() => {
          void refetch();
        }}
        isRetrying={isRefetching}
      >
        {errorText(error)}
      </ErrorState>
    );
  if (!data) return <SkeletonRows rows={6} withIcon />;
  if (data.length === 0) {
    return (
      <EmptyState
        icon={<MapPlusIcon size={18} />}
        title={t('map.none')}
        action={
          mayCreate && (
            <Button icon={<PlusIcon />} onClick={() => act(createMap, undefined)}>
              {t('map.newMap')}
            </Button>
          )
        }
      >
        {t('map.noneText')}
      </EmptyState>
    );
  }
  return <MapsTree projectId={projectId} maps={data} currentMapId={mapId} parts={parts} />;
}
