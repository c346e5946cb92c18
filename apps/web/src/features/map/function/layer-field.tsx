import { layerReference } from '@groma/model';
import { ResourceField } from '../../../registry/resource-field.tsx';
import type { MapSession } from '../session/map-session.ts';
import { useMapState } from '../session/use-map-state.ts';

/** Kinds of data that have rows. */
export const rowKinds = ['layer', 'file', 'table', 'result'] as const;

interface LayerFieldProps {
  session: MapSession;
  /** What the tool takes already, which is not offered. */
  taken: string | null;
  label: string;
  value: string | null;
  onChange: (reference: string | null) => void;
}

/** Chooses data of the project that has rows; layers of this map come first. */
export function LayerField({ session, taken, label, value, onChange }: LayerFieldProps) {
  const { mapId, projectId } = session;
  const hierarchy = useMapState(session, (state) => state.hierarchy);
  const data = useMapState(session, (state) => state.data);
  const first = Object.values(hierarchy)
    .filter(({ id }) => data[id])
    .map(({ id, text }) => ({ reference: layerReference({ mapId, layerId: id }), label: text }))
    .filter(({ reference }) => reference !== taken);
  return (
    <ResourceField
      projectId={projectId}
      kinds={rowKinds}
      label={label}
      value={value}
      first={first}
      without={taken === null ? [] : [taken]}
      onChange={onChange}
    />
  );
}
