import { storySteps } from '@groma/model';
import {
  ArrowBackUpIcon,
  ArrowForwardUpIcon,
  BookIcon,
  Button,
  EmptyState,
  ErrorState,
  IconButton,
  Note,
  SkeletonRows,
} from '@groma/ui';
import { useEffect, useRef, useState } from 'react';
import type * as Y from 'yjs';
import { applyUndoKey } from '../../../platform/live-text/undo-key.ts';
import { useLiveUndo } from '../../../platform/live-text/use-live-undo.ts';
import { useLiveDocument, type LiveDocument } from '../../../platform/live.ts';
import { isOpenToEdits, useOutage } from '../../../platform/outage.ts';
import { useCan } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { CommandButton } from '../../../registry/command-button.tsx';
import { menuEntry } from '../../../registry/menu-entry.ts';
import type { PanelProps } from '../../../registry/panel.ts';
import type { MapPanelParams } from '../maps/map-panels.ts';
import type { MapSession } from '../session/map-session.ts';
import { useMapSession } from '../session/use-map-session.ts';
import { useMapState } from '../session/use-map-state.ts';
import type { LayerKind } from '../view/layer-kind.ts';
import { useIsShown } from '../view/open-pictures.ts';
import { lendStory } from './open-stories.ts';
import { addStoryStep, previewStory } from './story-commands.ts';
import { StoryStepEditor } from './story-step-editor.tsx';
import { useStepDrag } from './use-step-drag.ts';
import { useStory } from './use-story.ts';
import './story-panel.css';

/** The panel in which people write the story of a map together (MAP-149). */
export function StoryPanel({ params, api, kinds }: PanelProps<MapPanelParams> & { kinds: readonly LayerKind[] }) {
  const t = useText();
  const session = useMapSession(params.mapId);
  const name = useMapState(session, (state) => state.name);
  const live = useLiveDocument('story', params.mapId, name === '' ? t('story.story') : t('story.of', { name }));
  // Once in step it is shown, with its undo, whatever becomes of the connection.
  const [synced, setSynced] = useState<Y.Doc | null>(null);
  if (live?.state.synced && synced !== live.doc) setSynced(live.doc);
  useEffect(() => {
    if (name !== '') api.setTitle(t('story.of', { name }));
  }, [name, api, t]);
  if (live?.state.connection === 'refused')
    return (
      <ErrorState title={t('map.gone')}>
        <Button onClick={() => api.close()}>{t('map.closeTab')}</Button>
      </ErrorState>
    );
  if (!live || synced !== live.doc)
    return (
      <div className="story-panel" aria-busy="true">
        {live?.state.connection === 'disconnected' ? (
          <Note kind="warning">{t('story.cannotReach')}</Note>
        ) : (
          <SkeletonRows rows={5} withIcon={false} />
        )}
      </div>
    );
  return <WrittenStory key={live.doc.guid} session={session} live={live} kinds={kinds} />;
}

function WrittenStory({
  session,
  live: { doc, state },
  kinds,
}: {
  session: MapSession;
  live: LiveDocument;
  kinds: readonly LayerKind[];
}) {
  const t = useText();
  const { mapId } = session;
  const steps = useStory(doc);
  const outage = useOutage(state.lostAt);
  const mayUpdate = useCan('update', 'map');
  const isWritable = mayUpdate && isOpenToEdits(state, outage);
  const undo = useLiveUndo(doc, partsOfStory);
  const list = useRef<HTMLOListElement>(null);
  const waiting = useRef<string | null>(null);
  const drag = useStepDrag(mapId, steps);
  useEffect(
    () =>
      lendStory(mapId, {
        doc,
        isWritable,
        reveal: (stepId) => {
          waiting.current = stepId;
        },
        preview: (first) => {
          void import('./open-preview.tsx').then(({ openPreview }) => openPreview({ session, doc, kinds, first }));
        },
      }),
    [mapId, doc, isWritable, session, kinds],
  );
  useEffect(() => {
    const stepId = waiting.current;
    if (stepId === null || !steps.some(({ id }) => id === stepId)) return;
    waiting.current = null;
    const step = list.current?.querySelector<HTMLElement>(`[data-step="${CSS.escape(stepId)}"]`);
    step?.scrollIntoView({ block: 'nearest' });
    // A new step is there to be written; one that was moved by its handle keeps the keyboard there.
    if (step && !step.contains(document.activeElement)) step.querySelector('input')?.focus({ preventScroll: true });
  }, [steps]);
  // What takes the view of the map is off without it.
  useIsShown(mapId);
  return (
    <div
      className="story-panel"
      onKeyDown={(event) => {
        if (isWritable && applyUndoKey(event.nativeEvent, undo)) event.preventDefault();
      }}
    >
      <header role="toolbar" aria-label={t('story.tools')}>
        {mayUpdate && (
          <>
            <CommandButton command={addStoryStep} argument={{ mapId }} />
            <UndoButtons undo={undo} isWritable={isWritable} />
          </>
        )}
        <span />
        {steps.length > 0 && <CommandButton command={previewStory} argument={{ mapId }} />}
      </header>
      {outage === 'long' && <Note kind="warning">{t('story.connectionLost')}</Note>}
      {state.refusal !== null && <Note kind="error">{t('story.refused')}</Note>}
      {steps.length === 0 ? (
        <Nothing mapId={mapId} mayUpdate={mayUpdate} />
      ) : (
        <ol ref={list} aria-label={t('story.steps')}>
          {steps.map((step, index) => (
            <StoryStepEditor
              key={step.id}
              {...{ session, doc, step, index, isWritable }}
              count={steps.length}
              drag={drag}
            />
          ))}
        </ol>
      )}
    </div>
  );
}

function Nothing({ mapId, mayUpdate }: { mapId: string; mayUpdate: boolean }) {
  const t = useText();
  const add = menuEntry(addStoryStep, { mapId });
  return (
    <EmptyState
      icon={<BookIcon size={18} />}
      title={t('story.empty')}
      action={
        add && (
          <Button icon={add.icon} disabled={add.disabledReason !== undefined} onClick={add.onSelect}>
            {add.label}
          </Button>
        )
      }
    >
      {t(mayUpdate ? 'story.emptyText' : 'story.emptyToRead')}
      {add?.disabledReason !== undefined && ` ${add.disabledReason}`}
    </EmptyState>
  );
}

function UndoButtons({ undo, isWritable }: { undo: Y.UndoManager; isWritable: boolean }) {
  const t = useText();
  const [, setChanges] = useState(0);
  useEffect(() => {
    const draw = () => setChanges((count) => count + 1);
    const names = ['stack-item-added', 'stack-item-popped', 'stack-cleared'] as const;
    for (const name of names) undo.on(name, draw);
    return () => {
      for (const name of names) undo.off(name, draw);
    };
  }, [undo]);
  const reason = (isThere: boolean, nothing: string) =>
    isWritable && isThere ? undefined : isWritable ? t(nothing) : t('story.connectionLost');
  return (
    <>
      <IconButton
        label={t('story.undo')}
        icon={<ArrowBackUpIcon />}
        disabledReason={reason(undo.canUndo(), 'map.nothingToUndo')}
        onClick={() => undo.undo()}
      />
      <IconButton
        label={t('story.redo')}
        icon={<ArrowForwardUpIcon />}
        disabledReason={reason(undo.canRedo(), 'map.nothingToRedo')}
        onClick={() => undo.redo()}
      />
    </>
  );
}

const partsOfStory = (doc: Y.Doc) => [storySteps(doc)];
