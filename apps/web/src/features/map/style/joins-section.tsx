import type { LayerJoin } from '@groma/model';
import { Button, IconButton, LinkIcon, Note, PencilIcon, TablePlusIcon, TrashIcon, useNumberFormat } from '@groma/ui';
import { useRef } from 'react';
import { useText } from '../../../platform/text.ts';
import { act } from '../../../registry/menu-entry.ts';
import { changeJoin, joinTable, removeJoin } from '../join/join-commands.ts';
import { faultOf } from '../join/join-fault.ts';
import { StyleSection } from '../look/style-row.tsx';
import { useAnswer } from '../session/use-answer.ts';
import { useMapState } from '../session/use-map-state.ts';
import type { StyleTarget } from './style-target.ts';
import './joins-section.css';

/** The tables and layers whose columns stand beside those of the layer. */
export function JoinsSection({ target }: { target: StyleTarget }) {
  const t = useText();
  const { session, layerId, style, readOnlyReason } = target;
  const add = useRef<HTMLButtonElement>(null);
  return (
    <StyleSection title={t('layer.join.list')}>
      {style.joins.length === 0 ? (
        <p className="style-note">{t('layer.join.none')}</p>
      ) : (
        <ul className="style-joins">
          {style.joins.map((join, place) => (
            <Join
              // Two may say the same.
              key={place}
              target={target}
              join={join}
              place={place}
              onRemove={() => {
                act(removeJoin, { mapId: session.mapId, layerId, join: place });
                // The button that had the focus goes.
                add.current?.focus();
              }}
            />
          ))}
        </ul>
      )}
      <div>
        <Button
          ref={add}
          size="s"
          icon={<TablePlusIcon size={14} />}
          disabled={readOnlyReason !== null}
          title={readOnlyReason ?? undefined}
          onClick={() => act(joinTable, { mapId: session.mapId, layerId })}
        >
          {t('layer.join.menu')}
        </Button>
      </div>
    </StyleSection>
  );
}

interface JoinProps {
  target: StyleTarget;
  join: LayerJoin;
  place: number;
  onRemove: () => void;
}

function Join({ target: { session, layerId, readOnlyReason }, join, place, onRemove }: JoinProps) {
  const t = useText();
  const name = useMapState(session, ({ hierarchy }) => hierarchy[join.layerId]?.text);
  const off = readOnlyReason ?? undefined;
  const title = name ?? t('layer.join.gone');
  return (
    <li>
      <div role="group" aria-label={title}>
        <LinkIcon size={14} />
        <strong title={join.columns.join(', ')}>{title}</strong>
        <IconButton
          size="s"
          label={t('layer.join.change')}
          icon={<PencilIcon size={14} />}
          disabledReason={off}
          onClick={() => act(changeJoin, { mapId: session.mapId, layerId, join: place })}
        />
        <IconButton
          size="s"
          label={t('layer.join.remove')}
          icon={<TrashIcon size={14} />}
          disabledReason={off}
          onClick={onRemove}
        />
      </div>
      <p>
        <bdi>{join.column}</bdi> = <bdi>{join.otherColumn}</bdi>
      </p>
      <Standing session={session} layerId={layerId} join={join} name={title} />
    </li>
  );
}

/** How many rows meet one there, or why none does. */
function Standing({
  session,
  layerId,
  join,
  name,
}: Pick<StyleTarget, 'session' | 'layerId'> & { join: LayerJoin; name: string }) {
  const t = useText();
  const number = useNumberFormat();
  const fault = useMapState(session, (state) => faultOf(state, layerId, join));
  const own = useMapState(session, ({ loaded }) => loaded[layerId]);
  const other = useMapState(session, ({ loaded }) => loaded[join.layerId]);
  const { layerId: otherId, column, otherColumn } = join;
  const isReady = fault === null && own?.load.status === 'ready' && other?.load.status === 'ready';
  const { answer, failure } = useAnswer(
    JSON.stringify([isReady, otherId, column, otherColumn, own?.version, other?.version]),
    isReady ? () => session.ask(layerId, 'joinShare', { otherId, column, otherColumn }) : null,
  );
  if (fault !== null)
    return (
      <Note kind="warning">
        {fault === 'layer' ? t('layer.join.noLayer', { column }) : t('layer.join.noColumn', { name })}
      </Note>
    );
  if (other?.load.status === 'failed') return <Note kind="error">{other.load.failure}</Note>;
  if (failure !== null) return <Note kind="error">{failure}</Note>;
  if (!isReady) return <p role="status">{t('layer.join.reading', { name })}</p>;
  if (!answer) return <p role="status">{t('layer.join.counting')}</p>;
  const { rows, matched } = answer;
  const share = t('layer.join.share', { matched: number.format(matched), rows: number.format(rows) });
  return matched === 0 && rows > 0 ? <Note kind="warning">{share}</Note> : <p>{share}</p>;
}
