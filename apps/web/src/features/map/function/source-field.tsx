import { completeVectorStyle, layerReference, parseLayerReference } from '@groma/model';
import { useText } from '../../../platform/text.ts';
import { ResourceField } from '../../../registry/resource-field.tsx';
import { LayerSwatch } from '../look/layer-swatch.tsx';
import { shapeOf } from '../look/layer-shape.ts';
import type { MapSession } from '../session/map-session.ts';
import { useMapState } from '../session/use-map-state.ts';
import { rowKinds } from './layer-field.tsx';
import { takeInHand, takeSource } from './tool-shelf.ts';
import type { FirstInput } from './use-taken.ts';

interface SourceFieldProps extends FirstInput {
  session: MapSession;
  /** The layers of the map that tools can take, which come first. */
  layers: readonly { id: string; text: string }[];
}

/** What tools take first: a layer of the map, or any other data of the project that has rows. */
export function SourceField({ session, layerId, source, layers }: SourceFieldProps) {
  const t = useText();
  const { mapId } = session;
  const data = useMapState(session, (state) => state.data[layerId]);
  const style = useMapState(session, (state) => state.styles[layerId]);
  const isOwn = source === null && layerId !== '';
  const take = (reference: string): void => {
    const place = parseLayerReference(reference);
    const own = place?.mapId === mapId ? layers.find(({ id }) => id === place.layerId) : undefined;
    if (own) takeInHand(mapId, own.id, session);
    else takeSource(mapId, reference, { layerId, boundLayerId: session.state.boundLayerId });
  };
  return (
    <div className="function-layer">
      <ResourceField
        projectId={session.projectId}
        kinds={rowKinds}
        isBare
        label={t('function.layer')}
        value={isOwn ? layerReference({ mapId, layerId }) : source}
        first={layers.map(({ id, text }) => ({ reference: layerReference({ mapId, layerId: id }), label: text }))}
        icon={
          isOwn ? <LayerSwatch swatch={{ shape: shapeOf(data), style: completeVectorStyle(style ?? {}) }} /> : undefined
        }
        onChange={(reference) => {
          if (reference !== null) take(reference);
        }}
      />
    </div>
  );
}
