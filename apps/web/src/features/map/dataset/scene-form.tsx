import type { Dataset } from '@groma/model';
import { dataset, type SceneSource } from '@groma/protocol';
import {
  Button,
  confirm,
  IconButton,
  Note,
  PlusIcon,
  Segmented,
  SelectField,
  SliderField,
  TextField,
  toast,
  TrashIcon,
} from '@groma/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, errorText } from '../../../platform/api.ts';
import { useCan, useProject } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import type { MapSession } from '../session/map-session.ts';
import { useMapState } from '../session/use-map-state.ts';
import { catalogueStore } from './catalogue-store.ts';
import { hasSelection, type AreaKind } from './search-area.ts';
import { askSceneSource } from './source-dialog.tsx';

export interface SceneWish {
  sourceId: string;
  collections: string[];
  area: AreaKind;
  /** Days; an empty text for none. */
  from: string;
  to: string;
  mostCloud: number | null;
}

interface SceneFormProps {
  mapId: string;
  session: MapSession;
  entry: Dataset | null;
  sources: readonly SceneSource[];
  isBusy: boolean;
  onSearch: (wish: SceneWish) => void;
}

const usualDays = 60;
const day = 86_400_000;

/** Where, when and in what scenes are looked for. */
export function SceneForm({ mapId, session, entry, sources, isBusy, onSearch }: SceneFormProps) {
  const t = useText();
  const { id: projectId } = useProject();
  const mayUpdate = useCan('update', 'map');
  const client = useQueryClient();
  const known = sourcesOf(entry, sources);
  const [chosenSource, setSource] = useState<string | null>(null);
  const source = known.find(({ id }) => id === chosenSource) ?? known[0];
  const fixed = entry ? collectionOf(entry, source?.id) : null;
  const [chosen, setCollection] = useState<string | null>(null);
  const [area, setArea] = useState<AreaKind>('visible');
  const [[from, to], setDays] = useState(() => lastDays(entry));
  const [cloud, setCloud] = useState(entry?.cloudProperty === undefined ? 100 : 30);
  const isDrawing = catalogueStore((state) => state.isDrawing);
  useMapState(session, (state) => state.selection);
  const collections = useQuery({
    queryKey: ['scene-collections', projectId, source?.id],
    queryFn: async ({ signal }) =>
      (await api.call(dataset.listSceneCollections, { params: { projectId, sourceId: source!.id }, signal })).data,
    enabled: source !== undefined && fixed === null,
    retry: false,
  });
  const collection = fixed ?? chosen;
  const remove = async ({ id, name }: SceneSource) => {
    const title = t('dataset.removeSource', { name });
    if (!(await confirm({ title, confirmLabel: t('tenant.remove'), danger: true }))) return;
    try {
      await api.call(dataset.removeSceneSource, { params: { projectId, sourceId: id } });
      setSource(null);
    } catch (error) {
      toast.error(errorText(error));
    }
    await client.invalidateQueries({ queryKey: ['scene-sources', projectId] });
  };
  const take = (kind: AreaKind) => {
    setArea(kind);
    catalogueStore.setState(
      kind === 'drawn' ? { mapId, isDrawing: true, drawn: null, area: null } : { isDrawing: false },
    );
  };
  if (!source) return <Note kind="error">{t('dataset.noSource')}</Note>;
  return (
    <form
      className="scene-form"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch({
          sourceId: source.id,
          collections: collection === null ? [] : [collection],
          area,
          from,
          to,
          mostCloud: cloud === 100 ? null : cloud,
        });
      }}
    >
      <div className="scene-source">
        <SelectField
          size="s"
          label={t('dataset.source')}
          options={known.map(({ id, name }) => ({ value: id, label: name }))}
          value={source.id}
          onChange={(id) => {
            setSource(id);
            setCollection(null);
          }}
        />
        {mayUpdate && entry === null && (
          <IconButton
            label={t('dataset.addSource')}
            icon={<PlusIcon />}
            onClick={() => askSceneSource(projectId, setSource)}
          />
        )}
        {mayUpdate && source.kind !== 'known' && (
          <IconButton
            label={t('dataset.removeSource', { name: source.name })}
            icon={<TrashIcon />}
            onClick={() => {
              void remove(source);
            }}
          />
        )}
      </div>
      {!source.is_open && <small>{t('dataset.needsAccount')}</small>}
      {collections.error && <Note kind="error">{errorText(collections.error)}</Note>}
      {fixed === null && (collections.data?.length ?? 0) > 0 && (
        <SelectField
          size="s"
          label={t('dataset.collection')}
          searchable
          options={[
            { value: 'all', label: t('dataset.allCollections') },
            ...collections.data!.map(({ id, title }) => ({ value: `id ${id}`, label: title })),
          ]}
          value={chosen === null ? 'all' : `id ${chosen}`}
          onChange={(value) => setCollection(value === 'all' ? null : value.slice('id '.length))}
        />
      )}
      <Segmented
        label={t('dataset.area')}
        size="s"
        fullWidth
        value={area}
        onChange={take}
        options={[
          { value: 'visible', label: t('dataset.areas.visible') },
          { value: 'selected', label: t('dataset.areas.selected'), disabled: !hasSelection(session) },
          { value: 'drawn', label: t('dataset.areas.drawn') },
        ]}
      />
      {isDrawing && <small role="status">{t('dataset.drawNow')}</small>}
      <div className="scene-days">
        <TextField
          size="s"
          type="date"
          label={t('dataset.from')}
          value={from}
          onChange={(event) => setDays([event.currentTarget.value, to])}
        />
        <TextField
          size="s"
          type="date"
          label={t('dataset.to')}
          value={to}
          onChange={(event) => setDays([from, event.currentTarget.value])}
        />
      </div>
      <SliderField label={t('dataset.mostCloud')} min={0} max={100} step={5} value={cloud} onChange={setCloud} />
      <Button type="submit" variant="primary" loading={isBusy}>
        {t('dataset.searchScenes')}
      </Button>
    </form>
  );
}

/** The sources that have a data set; without one all. */
function sourcesOf(entry: Dataset | null, sources: readonly SceneSource[]): SceneSource[] {
  if (!entry) return [...sources];
  const wanted = entry.access.flatMap((each) => ('stac' in each ? [each.stac as string] : []));
  return wanted.flatMap((id) => sources.filter((source) => source.id === id));
}

function collectionOf({ access }: Dataset, sourceId: string | undefined): string | null {
  for (const each of access) if ('stac' in each && each.stac === sourceId) return each.collection;
  return null;
}

/**
 * The last two months, or as long as it takes to be seen twice; of a data set that has ended, those before its end;
 * none for what has no dates.
 */
export function lastDays(entry: Dataset | null): [from: string, to: string] {
  if (entry && entry.revisitDays === undefined) return ['', ''];
  const end = entry?.dates.to ? endOf(entry.dates.to) : Date.now();
  return [isoDay(end - Math.max(usualDays, 2 * (entry?.revisitDays ?? 0)) * day), isoDay(end)];
}

/** The last day of a year or month, or the day itself. */
function endOf(date: string): number {
  const [year, month] = date.split('-').map(Number);
  if (date.length === 'yyyy'.length) return Date.UTC(year!, 11, 31);
  return date.length === 'yyyy-mm'.length ? Date.UTC(year!, month!, 0) : Date.parse(date);
}

function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
