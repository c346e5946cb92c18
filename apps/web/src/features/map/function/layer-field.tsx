import { layerReference } from '@groma/model';
import { ResourceField } from '../../../registry/resource-field.tsx';
import type { MapSession } from '../session/map-session.ts';
import { useMapState } from '../session/use-map-session.ts';

interface LayerFieldProps {
  session: MapSession;
  /** The layer in hand, which is not offered. */
  layerId: string;
  label: string;
  value: string | null;
  onChange: (reference: string) => void;
}

/** Chooses a layer or a file of the project; layers of this map come first. */
export function LayerField({ session, layerId, label, value, onChange }: LayerFieldProps) {
  const { mapId, projectId } = session;
  const hierarchy = useMapState(session, (state) => state.hierarchy);
  const data = useMapState(session, (state) => state.data);
  const first = Object.values(hierarchy)
    .filter(({ id }) => data[id] && id !== layerId)
    .map(({ id, text }) => ({ reference: layerReference({ mapId, layerId: id }), label: text }));
  return (
    <ResourceField
      projectId={projectId}
      kinds={['layer', 'file']}
      label={label}
      value={value}
      first={first}
      without={[layerReference({ mapId, layerId })]}
      onChange={onChange}
    />
  );
}
