import type { DatabaseReply } from '@groma/protocol';
import { map } from '@groma/protocol';
import { Button, Dialog, Note, SelectField, TextField, toast } from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, errorText, queryClient } from '../../../platform/api.ts';
import { can, useProject } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';
import { readOpenPanels } from '../../../registry/panel.ts';
import { openResource } from '../../../registry/resource.ts';
import { addResultToMap } from '../database-calls.ts';
import type { ResultPlace } from './result-places.ts';
import { layerNameOf } from '../sql/layer-name.ts';

interface MappedResult {
  database: DatabaseReply;
  /** By which the server knows the rows. */
  resultId: string;
  /** What may place its rows, at least one. */
  places: readonly ResultPlace[];
  rows: number;
  /** The statement that gave them. */
  query: string;
}

/** Asks for a map and a name, and makes the rows of a result a layer there. */
export function openAddToMap(result: MappedResult): void {
  openDialog((props) => <AddToMapDialog {...props} result={result} />);
}

const newMap = 'new';

function AddToMapDialog({
  opened,
  onClose,
  result: { database, resultId, places, rows, query },
}: DialogHostProps & { result: MappedResult }) {
  const t = useText();
  const { id: projectId } = useProject();
  const { data: maps } = useQuery({
    queryKey: ['maps', projectId],
    queryFn: async () => (await api.call(map.listMaps, { params: { projectId } })).data,
  });
  const [chosen, setChosen] = useState<string | null>(null);
  const [label, setLabel] = useState(places[0]!.label);
  const { geometry_column, latitude_column } = places.find((place) => place.label === label) ?? places[0]!;
  const [name, setName] = useState(() => layerNameOf(query, database.name));
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const mapId = chosen ?? openMapOf(maps?.map(({ id }) => id) ?? []) ?? maps?.[0]?.id ?? newMap;
  const mayMake = can('create', 'map');
  const options = [
    ...(mayMake ? [{ value: newMap, label: t('database.newMap') }] : []),
    ...(maps ?? []).map((each) => ({ value: each.id, label: each.name })),
  ];
  const submit = async () => {
    if (name.trim() === '' || isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      const target =
        mapId === newMap
          ? (await api.call(map.createMap, { params: { projectId }, body: { name: name.trim() } })).data
          : maps!.find(({ id }) => id === mapId)!;
      if (mapId === newMap) void queryClient.invalidateQueries({ queryKey: ['maps', projectId] });
      // Where putting it there fails, the map that was made is chosen for the next attempt.
      setChosen(target.id);
      const { features, warnings } = await addResultToMap(database.id, resultId, {
        map_id: target.id,
        geometry_column,
        latitude_column,
        name: name.trim(),
      });
      onClose();
      openResource({ kind: 'map', id: target.id, name: target.name });
      toast.success(t('database.addedToMap', { count: features, name: target.name }));
      for (const warning of warnings) toast.info(warning, { title: name });
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const foot = (
    <>
      <Button onClick={onClose}>{t('database.cancel')}</Button>
      <Button type="submit" variant="primary" loading={isBusy} disabled={!maps}>
        {t('database.addToMap')}
      </Button>
    </>
  );
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('database.addToMapTitle', { count: rows })}
      onSubmit={() => {
        void submit();
      }}
      foot={foot}
      closable={!isBusy}
    >
      <SelectField
        label={t('database.map')}
        options={options}
        value={mapId}
        onChange={setChosen}
        disabled={!maps}
        searchable={options.length > 8}
      />
      {places.length > 1 && (
        <SelectField
          label={t('database.geometryColumn')}
          options={places.map((place) => place.label)}
          value={label}
          onChange={setLabel}
        />
      )}
      <TextField
        label={t('database.layerName')}
        value={name}
        error={name.trim() === '' ? t('database.layerNameEmpty') : undefined}
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {failure !== null && <Note kind="error">{errorText(failure)}</Note>}
    </Dialog>
  );
}

/** The map that was opened last, where it is one of these. */
function openMapOf(ids: readonly string[]): string | undefined {
  const open = readOpenPanels()
    .filter(({ kind }) => kind === 'map')
    .map(({ params }) => (params as { mapId?: string }).mapId);
  return open.findLast((id) => id !== undefined && ids.includes(id));
}
