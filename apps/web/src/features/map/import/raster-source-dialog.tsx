import { descendantsOf, rootParent, type RasterStyle } from '@groma/model';
import { map } from '@groma/protocol';
import { Button, Dialog, Note, SelectField } from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, errorText } from '../../../platform/api.ts';
import { useText } from '../../../platform/text.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';
import { listMaps } from '../maps/map-calls.ts';
import { showOnMap } from '../maps/map-panels.ts';
import { layerBox } from '../session/map-state.ts';
import { findMapSession } from '../session/use-map-session.ts';
import type { ImportTarget } from '../maps/map-imports.ts';

/** Adds a raster from the source of a layer of this or another map of the project, in the style it has there. */
export function askRasterSource(target: ImportTarget): void {
  openDialog((props) => <RasterSourceDialog {...props} target={target} />);
}

function RasterSourceDialog({
  opened,
  onClose,
  target: { mapId, projectId },
}: DialogHostProps & { target: ImportTarget }) {
  const t = useText();
  const [fromMap, setFromMap] = useState(mapId);
  const [chosen, setChosen] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const maps = useQuery({ queryKey: ['maps', projectId], queryFn: () => listMaps(projectId) });
  const layers = useQuery({
    queryKey: ['raster-layers', fromMap],
    queryFn: () => rastersOf(projectId, fromMap),
    gcTime: 0,
  });
  const layerId = chosen ?? layers.data?.[0]?.id ?? null;
  const submit = async () => {
    const layer = layers.data?.find(({ id }) => id === layerId);
    const session = findMapSession(mapId);
    if (!layer || !session) return setFailure(t('raster.source.choose'));
    try {
      const id = await session.rasters.add(layer.text, layer.url, layer.style);
      const box = layerBox(session.state, id);
      if (box) showOnMap(mapId, session.state.name, box);
      onClose();
    } catch (error) {
      setFailure(errorText(error));
    }
  };
  const foot = (
    <>
      <Button onClick={onClose}>{t('raster.cog.cancel')}</Button>
      <Button type="submit" variant="primary">
        {t('raster.url.add')}
      </Button>
    </>
  );
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('raster.source.title')}
      onSubmit={() => {
        void submit();
      }}
      foot={foot}
    >
      {failure !== null && <Note kind="error">{failure}</Note>}
      <SelectField
        label={t('map.map')}
        options={(maps.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={fromMap}
        searchable
        onChange={(id) => {
          setFromMap(id);
          setChosen(null);
        }}
      />
      <SelectField
        label={t('raster.source.layer')}
        options={(layers.data ?? []).map(({ id, text }) => ({ value: id, label: text }))}
        value={layerId}
        searchable
        nothingFoundMessage={t('raster.source.none')}
        placeholder={layers.data?.length === 0 ? t('raster.source.none') : undefined}
        onChange={setChosen}
      />
    </Dialog>
  );
}

async function rastersOf(
  projectId: string,
  mapId: string,
): Promise<{ id: string; text: string; url: string; style: RasterStyle }[]> {
  const {
    data: { layers },
  } = await api.call(map.readMapState, { query: { map_id: mapId, project_id: projectId } });
  const found = new Map(layers.map((layer) => [layer.id, layer]));
  return descendantsOf(Object.fromEntries(found), rootParent).flatMap(({ id, text }) => {
    const data = found.get(id)?.data;
    return data?.kind === 'raster' ? [{ id, text, url: data.source.url, style: data.style as RasterStyle }] : [];
  });
}
