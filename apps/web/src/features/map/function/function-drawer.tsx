import { descendantsOf, findTool, rootParent } from '@groma/model';
import { EmptyState, ErrorState, LockIcon, MathFunctionIcon, SkeletonRows } from '@groma/ui';
import { useEffect, useLayoutEffect } from 'react';
import { DrawerHeader } from '../../../platform/frame/drawer-header.tsx';
import { useCan } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import type { DrawerProps } from '../../../registry/drawer.ts';
import { useActivePanel, useOpenPanels } from '../../../registry/panel.ts';
import { currentMapId } from '../maps/map-panels.ts';
import type { MapSession } from '../session/map-session.ts';
import { useMapSession } from '../session/use-map-session.ts';
import { useMapState } from '../session/use-map-state.ts';
import { useOwnTools } from '../../../registry/own-tools.ts';
import { SourceField } from './source-field.tsx';
import { ToolForm } from './tool-form.tsx';
import { ToolList } from './tool-list.tsx';
import { chooseTool, keepInHand, layerInHand, sourceInHand, useInHand, useOpenTool } from './tool-shelf.ts';
import './function-drawer.css';

/** The tools that can be run on the layer in hand (GEO-006). */
export function FunctionDrawer({ close }: DrawerProps) {
  const t = useText();
  useActivePanel();
  useOpenPanels();
  const mapId = currentMapId();
  return (
    <div className="function-drawer">
      <DrawerHeader title={t('shell.drawer.layer-functions')} onClose={close} />
      {mapId === null ? (
        <EmptyState icon={<MathFunctionIcon size={18} />} title={t('function.noMap')}>
          {t('function.noMapText')}
        </EmptyState>
      ) : (
        <MapFunctions key={mapId} mapId={mapId} />
      )}
    </div>
  );
}

function MapFunctions({ mapId }: { mapId: string }) {
  const t = useText();
  const session = useMapSession(mapId);
  const hierarchy = useMapState(session, (state) => state.hierarchy);
  const data = useMapState(session, (state) => state.data);
  const boundLayerId = useMapState(session, (state) => state.boundLayerId);
  const status = useMapState(session, (state) => state.status);
  const failure = useMapState(session, (state) => state.failure);
  const layers = descendantsOf(hierarchy, rootParent).filter(({ id, type }) => type === 'Layer' && data[id]);
  const current = layerInHand(layers, useInHand(mapId), boundLayerId);
  const currentId = current?.id;
  // A result that comes to lie on top is not taken in hand.
  useLayoutEffect(() => {
    if (currentId !== undefined) keepInHand(mapId, { layerId: currentId, boundLayerId });
  }, [mapId, currentId, boundLayerId]);
  if (current || status === 'ready')
    return <LayerFunctions session={session} layerId={current?.id ?? ''} layers={layers} />;
  if (status === 'loading') return <SkeletonRows rows={6} withIcon={false} />;
  return (
    <ErrorState title={failure ?? t('map.gone')} onRetry={status === 'failed' ? () => session.reopen() : undefined} />
  );
}

interface LayerFunctionsProps {
  session: MapSession;
  /** An empty text where the map has no layer: then there are the tools that need none. */
  layerId: string;
  layers: readonly { id: string; text: string }[];
}

/** The layer stays in hand while tools come and go. */
function LayerFunctions({ session, layerId, layers }: LayerFunctionsProps) {
  const t = useText();
  const mayUpdate = useCan('update', 'map');
  const toolId = useOpenTool();
  const own = useOwnTools(session.projectId);
  const tool = toolId === null ? undefined : (findTool(toolId) ?? own.find(({ id }) => id === toolId));
  const boundLayerId = useMapState(session, (state) => state.boundLayerId);
  const source = sourceInHand(useInHand(session.mapId), boundLayerId);
  const isEmpty = layerId === '';
  const isWithout = isEmpty && source === null;
  // A tool that takes an image alone, or what its fields name, asks for no layer.
  const isTaking = tool === undefined || tool.inputs.length > 0;
  useEffect(() => (isEmpty ? undefined : session.loadLayer(layerId)), [session, layerId, isEmpty]);
  return (
    <>
      {isWithout && isTaking && (
        <EmptyState icon={<MathFunctionIcon size={18} />} title={t('function.noLayers')}>
          {t('function.noLayersText')}
        </EmptyState>
      )}
      {isTaking && <SourceField session={session} layerId={layerId} source={source} layers={layers} />}
      {!mayUpdate && (
        <p className="function-locked">
          <LockIcon size={14} />
          {t('function.mayNot')}
        </p>
      )}
      {tool ? (
        <ToolForm
          key={tool.id}
          session={session}
          layerId={layerId}
          source={source}
          tool={tool}
          onBack={() => chooseTool(null)}
        />
      ) : (
        <ToolList onChoose={chooseTool} isWithoutLayer={isWithout} own={own} />
      )}
    </>
  );
}
