import { layerReference, parseLayerReference } from '@groma/model';
import { search } from '@groma/protocol';
import { SelectField, useDebouncedValue } from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../platform/api.ts';
import { useText } from '../../../platform/text.ts';
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

/** How layers of other maps were called when they were found. */
const foundNames = new Map<string, string>();
const restMs = 250;
const leastTyped = 2;

/** Chooses a layer of this map, or by its name one of another map of the project. */
export function LayerField({ session, layerId, label, value, onChange }: LayerFieldProps) {
  const t = useText();
  const { mapId, projectId } = session;
  const hierarchy = useMapState(session, (state) => state.hierarchy);
  const data = useMapState(session, (state) => state.data);
  const [typed, setTyped] = useState('');
  const [wanted] = useDebouncedValue(typed.trim(), restMs);
  const { data: found = [], isFetching } = useQuery({
    queryKey: ['layers-by-name', projectId, wanted],
    enabled: wanted.length >= leastTyped,
    queryFn: async ({ signal }) => {
      const reply = await api.call(search.searchLayers, { params: { projectId }, query: { query: wanted }, signal });
      return reply.data.filter(({ type, map_id: each }) => type === 'Layer' && each !== mapId);
    },
  });
  const own = Object.values(hierarchy)
    .filter(({ id }) => data[id] && id !== layerId)
    .map(({ id, text }) => ({ value: layerReference({ mapId, layerId: id }), label: text }));
  const others = found.map((each) => ({
    value: layerReference({ mapId: each.map_id, layerId: each.layer_id }),
    label: t('function.layerOfMap', { layer: each.name, map: each.map_name }),
  }));
  for (const other of others) foundNames.set(other.value, other.label);
  const isElsewhere = value !== null && parseLayerReference(value)?.mapId !== mapId;
  const chosen = isElsewhere ? [{ value, label: foundNames.get(value) ?? t('function.otherMap') }] : [];
  return (
    <SelectField
      size="s"
      label={label}
      searchable
      value={value}
      options={[...own, ...chosen, ...others]}
      placeholder={t('function.chooseLayer')}
      hint={t('function.layerHint')}
      nothingFoundMessage={t(isFetching ? 'function.searching' : 'function.noLayerFound')}
      onSearchChange={setTyped}
      onChange={onChange}
    />
  );
}
