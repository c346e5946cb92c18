import { compositeMethods, rasterTileUrl, type Dataset } from '@groma/model';
import { dataset, type SceneSource } from '@groma/protocol';
import { Button, Check, MultiSelect, Note, NumberField, Segmented, SelectField, TextField, toast } from '@groma/ui';
import { useEffect, useRef, useState } from 'react';
import { api, errorText } from '../../../platform/api.ts';
import { useCan } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import type { MapSession } from '../session/map-session.ts';
import { useMapState } from '../session/use-map-state.ts';
import { catalogueStore } from './catalogue-store.ts';
import { MaskFields } from './mask-fields.tsx';
import {
  firstBands,
  indicesOf,
  orderFaults,
  orderOf,
  pictureOf,
  readOrder,
  type OrderFields,
  type OrderPlace,
} from './order-wish.ts';
import { lastDays } from './scene-form.tsx';
import { hasSelection, searchArea, type AreaKind } from './search-area.ts';

interface OrderFormProps {
  session: MapSession;
  entry: Dataset;
  isDownload: boolean;
  sources: readonly SceneSource[];
}

/** The fields of an order as they are at first. */
function firstFields(entry: Dataset): OrderFields {
  const [from, to] = lastDays(entry);
  return {
    from,
    to,
    kind: 'processed',
    prefix: entry.id,
    description: '',
    scale: entry.scale ?? null,
    mostImages: '10',
    mostCloud: entry.cloudProperty === undefined ? '100' : '30',
    bands: firstBands(entry),
    method: entry.visual?.recipe === 'classes' ? 'mode' : 'median',
    maths: 'none',
    formula: '',
    mask: (entry.masks?.length ?? 0) > 0 ? 'own' : 'none',
    qaBand: entry.masks?.[0]?.band ?? null,
    bit: null,
    bitValue: 0,
  };
}

/** What is ordered, of which area and days; or shown as a layer. A preview shows what would come of it. */
export function OrderForm({ session, entry, isDownload, sources }: OrderFormProps) {
  const t = useText();
  const { mapId, projectId } = session;
  const mayUpdate = useCan('update', 'map');
  const known = sourcesOf(entry, sources);
  const [chosenSource, setSource] = useState<string | null>(null);
  const source = known.find(({ id }) => id === chosenSource) ?? known[0];
  const [fields, setFields] = useState(() => firstFields(entry));
  const [areaKind, setAreaKind] = useState<AreaKind>('visible');
  const [isOnMap, setOnMap] = useState(true);
  const [faults, setFaults] = useState<ReturnType<typeof orderFaults>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState<'order' | 'preview' | null>(null);
  const preview = catalogueStore((state) => state.preview);
  const isDrawing = catalogueStore((state) => state.isDrawing);
  const abort = useRef<AbortController | null>(null);
  useMapState(session, (state) => state.selection);
  useEffect(() => () => abort.current?.abort(), []);
  if (!source) return <Note kind="error">{t('dataset.noSource')}</Note>;
  const set = (changes: Partial<OrderFields>) => {
    setFields((before) => ({ ...before, ...changes }));
    setFaults({});
  };
  const take = (kind: AreaKind) => {
    setAreaKind(kind);
    catalogueStore.setState(
      kind === 'drawn' ? { mapId, isDrawing: true, drawn: null, area: null } : { isDrawing: false },
    );
  };
  const placeNow = async (): Promise<OrderPlace> => {
    const area = await searchArea(areaKind, session, catalogueStore.getState().drawn);
    if (area) catalogueStore.setState({ mapId, area: area.shown });
    const selected = Object.entries(session.state.selection).find(([, fids]) => fids.size > 0);
    return {
      sourceId: source.id,
      collection: null,
      area: area?.shown ?? null,
      areaId: areaKind === 'selected' && selected ? `${mapId}/${selected[0]}` : areaKind,
    };
  };
  const work = async (kind: 'order' | 'preview', act: (place: OrderPlace, signal: AbortSignal) => Promise<void>) => {
    abort.current?.abort();
    const { signal } = (abort.current = new AbortController());
    setFailure(null);
    const place = await placeNow();
    const found = orderFaults(orderOf(entry, fields, place));
    // A picture has no name and no number of images.
    const { maxImages: _images, fileNamePrefix: _prefix, ...ofPicture } = found;
    const wrong = kind === 'order' && isDownload ? found : ofPicture;
    setFaults(wrong);
    if (Object.keys(wrong).length > 0) return;
    setBusy(kind);
    try {
      await act(place, signal);
    } catch (error) {
      if (!signal.aborted) setFailure(errorText(error));
    } finally {
      if (!signal.aborted) setBusy(null);
    }
  };
  const params = { projectId, datasetId: entry.id };
  const order = () =>
    work('order', async (place, signal) => {
      if (isDownload) {
        const layer = isOnMap && mayUpdate ? { layer: { map_id: mapId } } : {};
        const body = { ...readOrder(orderOf(entry, fields, place)), ...layer };
        await api.call(dataset.downloadDataset, { params, body, signal });
        toast.success(t('dataset.ordered'));
      } else {
        const { data } = await api.call(dataset.visualizeDataset, { params, body: pictureOf(fields, place), signal });
        await session.rasters.add(entry.name, data.url, data.style);
      }
      catalogueStore.setState({ preview: null });
    });
  const show = () =>
    work('preview', async (place, signal) => {
      const { data } = await api.call(dataset.visualizeDataset, { params, body: pictureOf(fields, place), signal });
      const template = rasterTileUrl({ projectId, url: data.url }, data.style);
      catalogueStore.setState({ mapId, preview: { mapId, template, bounds: data.style.bounds } });
    });
  return (
    <form
      className="dataset-body scene-form"
      onSubmit={(event) => {
        event.preventDefault();
        void order();
      }}
    >
      {entry.access.length > 0 && (
        <SelectField
          size="s"
          label={t('dataset.source')}
          options={known.map(({ id, name }) => ({ value: id, label: name }))}
          value={source.id}
          onChange={setSource}
        />
      )}
      {!source.is_open && <small>{t('dataset.needsAccount')}</small>}
      <Segmented
        label={t('dataset.area')}
        size="s"
        fullWidth
        value={areaKind}
        onChange={take}
        options={[
          { value: 'visible', label: t('dataset.areas.visible') },
          { value: 'selected', label: t('dataset.areas.selected'), disabled: !hasSelection(session) },
          { value: 'drawn', label: t('dataset.areas.drawn') },
        ]}
      />
      {isDrawing && <small role="status">{t('dataset.drawNow')}</small>}
      {faults.clipGeometryId !== undefined && <Note kind="error">{faults.clipGeometryId}</Note>}
      <div className="scene-days">
        <TextField
          size="s"
          type="date"
          label={t('dataset.from')}
          value={fields.from}
          error={faults.startDate}
          onChange={(event) => set({ from: event.currentTarget.value })}
        />
        <TextField
          size="s"
          type="date"
          label={t('dataset.to')}
          value={fields.to}
          error={faults.endDate}
          onChange={(event) => set({ to: event.currentTarget.value })}
        />
      </div>
      <TextField
        size="s"
        inputMode="decimal"
        label={t('dataset.mostCloud')}
        value={fields.mostCloud}
        error={faults.maxCloudCover}
        onChange={(event) => set({ mostCloud: event.currentTarget.value })}
      />
      {isDownload && (
        <TextField
          size="s"
          inputMode="numeric"
          label={t('dataset.mostImages')}
          value={fields.mostImages}
          error={faults.maxImages}
          onChange={(event) => set({ mostImages: event.currentTarget.value })}
        />
      )}
      <MultiSelect
        size="xs"
        label={t('dataset.bands')}
        value={[...fields.bands]}
        data={entry.bands.map(({ name, title }) => ({
          value: name,
          label: title === undefined ? name : `${name} · ${title}`,
        }))}
        searchable
        error={faults.bands}
        onChange={(bands) => set({ bands })}
      />
      {isDownload && (
        <Segmented
          label={t('dataset.kind')}
          size="s"
          fullWidth
          value={fields.kind}
          onChange={(kind) => set({ kind })}
          options={[
            { value: 'processed', label: t('dataset.types.processed') },
            { value: 'raw', label: t('dataset.types.raw') },
          ]}
        />
      )}
      {isDownload && <small>{t(`dataset.typeHints.${fields.kind}`)}</small>}
      <div className="scene-days">
        {(fields.kind === 'processed' || !isDownload) && (
          <SelectField
            size="s"
            label={t('dataset.method')}
            options={compositeMethods.map((value) => ({ value, label: t(`dataset.methods.${value}`) }))}
            value={fields.method}
            onChange={(method) => set({ method })}
          />
        )}
        <NumberField
          size="s"
          label={t('dataset.pixelMetres')}
          value={fields.scale}
          error={faults.scale}
          onChange={(scale) => set({ scale })}
        />
      </div>
      <SelectField
        size="s"
        label={t('dataset.maths')}
        options={[
          { value: 'none', label: t('dataset.noMaths') },
          ...indicesOf(entry).map((name) => ({ value: name, label: name })),
          { value: 'formula', label: t('dataset.formula') },
        ]}
        value={fields.maths}
        onChange={(maths) => set({ maths })}
      />
      {fields.maths === 'formula' && (
        <TextField
          size="s"
          label={t('dataset.formula')}
          hint={t('dataset.formulaHint')}
          value={fields.formula}
          onChange={(event) => set({ formula: event.currentTarget.value })}
        />
      )}
      <MaskFields entry={entry} fields={fields} onChange={set} />
      {isDownload && (
        <TextField
          size="s"
          label={t('dataset.prefix')}
          value={fields.prefix}
          error={faults.fileNamePrefix}
          onChange={(event) => set({ prefix: event.currentTarget.value })}
        />
      )}
      {isDownload && (
        <TextField
          size="s"
          label={t('dataset.description')}
          value={fields.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
        />
      )}
      {isDownload && mayUpdate && (
        <Check checked={isOnMap} onChange={setOnMap}>
          {t('map.addToMap')}
        </Check>
      )}
      {failure !== null && <Note kind="error">{failure}</Note>}
      <div className="scene-days">
        {mayUpdate && (
          <Button
            loading={busy === 'preview'}
            onClick={() => {
              if (preview?.mapId === mapId) catalogueStore.setState({ preview: null });
              else void show();
            }}
          >
            {preview?.mapId === mapId ? t('dataset.hidePreview') : t('dataset.preview')}
          </Button>
        )}
        <Button type="submit" variant="primary" loading={busy === 'order'}>
          {isDownload ? t('dataset.download') : t('map.addToMap')}
        </Button>
      </div>
    </form>
  );
}

/** The sources that have a data set first, then those of the project: these may have it under names of their own. */
function sourcesOf({ access }: Dataset, sources: readonly SceneSource[]): SceneSource[] {
  const wanted = access.flatMap((each) => ('stac' in each ? [each.stac as string] : []));
  return [
    ...wanted.flatMap((id) => sources.filter((source) => source.id === id && source.is_open)),
    ...sources.filter(({ kind }) => kind !== 'known'),
    ...wanted.flatMap((id) => sources.filter((source) => source.id === id && !source.is_open)),
  ];
}
