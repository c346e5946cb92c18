import {
  descendantsOf,
  joinedName,
  longestJoinPrefix,
  mostJoinedColumns,
  rootParent,
  type LayerJoin,
} from '@groma/model';
import { Button, Dialog, MultiSelect, Note, SelectField, TextField, useNumberFormat } from '@groma/ui';
import { useEffect, useState } from 'react';
import { useText } from '../../../platform/text.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';
import { ownColumns, type LayerColumn } from '../layer/layer-joins.ts';
import type { MapSession } from '../session/map-session.ts';
import { useAnswer } from '../session/use-answer.ts';
import { useMapState } from '../session/use-map-state.ts';
import './join-dialog.css';

/** Asks what is joined to a layer: by a new join, or by the one at a place among its joins. */
export function askJoin(session: MapSession, layerId: string, place: number | null): void {
  openDialog((props) => <JoinDialog {...props} session={session} layerId={layerId} place={place} />);
}

interface JoinOf {
  session: MapSession;
  layerId: string;
  place: number | null;
}

const noJoins: readonly LayerJoin[] = [];
const noColumns: readonly LayerColumn[] = [];

/** A join as far as somebody has chosen it; the rest is proposed. */
type Chosen = Partial<LayerJoin>;

function JoinDialog({ opened, onClose, session, layerId, place }: DialogHostProps & JoinOf) {
  const t = useText();
  const joins = useMapState(session, (state) => state.styles[layerId]?.joins ?? noJoins);
  const [chosen, setChosen] = useState<Chosen>((place !== null && joins[place]) || {});
  const names = useLayerNames(session);
  const own = useLayer(session, layerId);
  const other = useLayer(session, chosen.layerId);
  const join = useJoin({ session, layerId, place }, chosen, own, other);
  const problem = join && problemOf(join, own.columns, joins, place);
  const submit = () => {
    if (!join || problem) return;
    session.changeStyle(layerId, {
      joins: place === null ? [...joins, join] : joins.map((each, at) => (at === place ? join : each)),
    });
    onClose();
  };
  const otherName = names.get(chosen.layerId ?? '') ?? '';
  const prefix = join?.prefix ?? '';
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t(place === null ? 'layer.join.title' : 'layer.join.changeTitle', { name: names.get(layerId) ?? '' })}
      onSubmit={submit}
      foot={
        <>
          <Button onClick={onClose}>{t('map.cancel')}</Button>
          <Button type="submit" variant="primary" disabled={!join || problem !== null}>
            {t(place === null ? 'layer.join.add' : 'layer.join.save')}
          </Button>
        </>
      }
    >
      <div className="join-dialog">
        <SelectField
          label={t('layer.join.table')}
          placeholder={t('layer.join.choose')}
          data-autofocus
          searchable={names.size > 8}
          options={Array.from(names, ([value, label]) => ({ value, label })).filter(({ value }) => value !== layerId)}
          value={chosen.layerId ?? null}
          onChange={(id) => setChosen({ layerId: id })}
        />
        {other.status === 'loading' && <p role="status">{t('layer.join.reading', { name: otherName })}</p>}
        {other.status === 'failed' && <Note kind="error">{other.failure}</Note>}
        {other.status === 'ready' && (
          <>
            <div className="join-dialog-keys">
              <SelectField
                label={t('layer.join.columnOf', { name: names.get(layerId) ?? '' })}
                searchable={own.columns.length > 8}
                nothingFoundMessage={t('style.noColumn')}
                options={own.columns.map(({ name }) => name)}
                value={join?.column ?? chosen.column ?? null}
                onChange={(column) => setChosen({ ...chosen, column })}
              />
              <SelectField
                label={t('layer.join.columnOf', { name: otherName })}
                searchable={other.columns.length > 8}
                nothingFoundMessage={t('style.noColumn')}
                options={other.columns.map(({ name }) => name)}
                value={join?.otherColumn ?? chosen.otherColumn ?? null}
                onChange={(otherColumn) => setChosen({ ...chosen, otherColumn })}
              />
            </div>
            {join && <Share session={session} layerId={layerId} join={join} name={otherName} />}
            <MultiSelect
              label={t('layer.join.columns')}
              description={other.hasJoins ? t('layer.join.ownOnly', { name: otherName }) : undefined}
              inputWrapperOrder={['label', 'input', 'error', 'description']}
              data={other.columns.map(({ name }) => name)}
              value={[...(join?.columns ?? chosen.columns ?? [])]}
              maxValues={mostJoinedColumns}
              searchable
              hidePickedOptions
              nothingFoundMessage={t('style.noColumn')}
              onChange={(columns) => setChosen({ ...chosen, columns })}
            />
            <TextField
              label={t('layer.join.prefix')}
              hint={t('layer.join.prefixHint')}
              value={prefix}
              maxLength={longestJoinPrefix}
              error={
                problem === null || problem.length === 0
                  ? undefined
                  : t('layer.join.taken', { names: problem.join(', ') })
              }
              onChange={(event) => setChosen({ ...chosen, prefix: event.currentTarget.value })}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}

/** How many rows meet one there. */
function Share({ session, layerId, join, name }: Omit<JoinOf, 'place'> & { join: LayerJoin; name: string }) {
  const t = useText();
  const number = useNumberFormat();
  const { layerId: otherId, column, otherColumn } = join;
  const { answer, isFresh, failure } = useAnswer(JSON.stringify([otherId, column, otherColumn]), () =>
    session.ask(layerId, 'joinShare', { otherId, column, otherColumn }),
  );
  if (failure !== null) return <Note kind="error">{failure}</Note>;
  if (!answer || !isFresh) return <p role="status">{t('layer.join.counting')}</p>;
  const { rows, matched, repeated } = answer;
  return (
    <div role="status">
      <Note kind={matched === 0 ? 'warning' : 'info'}>
        {matched === 0
          ? t('layer.join.noMatch')
          : t('layer.join.share', { matched: number.format(matched), rows: number.format(rows) })}
        {repeated > 0 && ` ${t('layer.join.repeated', { name, number: number.format(repeated) })}`}
      </Note>
    </div>
  );
}

/** The names of the layers of features and tables of a map, in the order of its tree. */
function useLayerNames(session: MapSession): ReadonlyMap<string, string> {
  const hierarchy = useMapState(session, (state) => state.hierarchy);
  const data = useMapState(session, (state) => state.data);
  const layers = descendantsOf(hierarchy, rootParent).filter(({ id, type }) => type === 'Layer' && data[id]);
  const count = (text: string) => layers.filter((layer) => layer.text === text).length;
  // Layers of one name are told apart by their groups.
  const nameOf = ({ text, parent_id: group }: (typeof layers)[number]) =>
    count(text) > 1 && hierarchy[group] ? `${hierarchy[group].text} / ${text}` : text;
  return new Map(layers.map((layer) => [layer.id, nameOf(layer)]));
}

interface ReadLayer {
  status: 'none' | 'loading' | 'ready' | 'failed';
  failure: string;
  /** Its own. */
  columns: readonly LayerColumn[];
  hasJoins: boolean;
}

/** A layer, which is read. */
function useLayer(session: MapSession, layerId: string | undefined): ReadLayer {
  const loaded = useMapState(session, (state) => (layerId === undefined ? undefined : state.loaded[layerId]));
  const joins = useMapState(session, (state) => state.styles[layerId ?? '']?.joins ?? noJoins);
  useEffect(() => {
    if (layerId !== undefined) session.loadLayer(layerId);
  }, [session, layerId]);
  return {
    status: layerId === undefined ? 'none' : (loaded?.load.status ?? 'loading'),
    failure: loaded?.load.status === 'failed' ? loaded.load.failure : '',
    columns: loaded?.load.status === 'ready' ? ownColumns(loaded.columns) : noColumns,
    hasJoins: joins.length > 0,
  };
}

/** The join with all that is proposed; null where there is too little yet. */
function useJoin(
  { session, layerId, place }: JoinOf,
  chosen: Chosen,
  own: ReadLayer,
  other: ReadLayer,
): LayerJoin | null {
  const names = useLayerNames(session);
  const joins = useMapState(session, (state) => state.styles[layerId]?.joins ?? noJoins);
  const otherId = chosen.layerId;
  const isReady = other.status === 'ready' && own.status === 'ready';
  const { answer } = useAnswer(
    `${otherId} ${isReady}`,
    isReady && otherId !== undefined && place === null
      ? async () => ({ otherId, found: await session.ask(layerId, 'proposeJoin', { otherId }) })
      : null,
  );
  if (!isReady || otherId === undefined) return null;
  const proposal = answer?.otherId === otherId ? answer.found : null;
  const column = chosen.column ?? proposal?.column;
  const otherColumn = chosen.otherColumn ?? proposal?.otherColumn;
  if (column === undefined || otherColumn === undefined) return null;
  const more = other.columns.map(({ name }) => name).filter((name) => name !== otherColumn);
  const columns = chosen.columns ?? (more.length > 0 ? more : [otherColumn]).slice(0, mostJoinedColumns);
  const join = { layerId: otherId, column, otherColumn, columns, prefix: chosen.prefix ?? '' };
  if (chosen.prefix !== undefined || problemOf(join, own.columns, joins, place)?.length === 0) return join;
  if (problemOf(join, own.columns, joins, place) === null) return join;
  return { ...join, prefix: `${names.get(otherId) ?? ''}_`.slice(-longestJoinPrefix) };
}

/** What forbids a join: names that the layer has already, of which there are none where nothing is chosen. */
function problemOf(
  join: LayerJoin,
  columns: readonly LayerColumn[],
  joins: readonly LayerJoin[],
  place: number | null,
): string[] | null {
  if (join.columns.length === 0) return [];
  const taken = new Set([
    ...columns.map(({ name }) => name),
    ...joins.flatMap((each, at) => (at === place ? [] : each.columns.map((name) => joinedName(each, name)))),
  ]);
  const found = join.columns.map((name) => joinedName(join, name)).filter((name) => taken.has(name));
  return found.length > 0 ? found : null;
}
