import { missingLayers, storyLimit, writeStory, type StoryStep } from '@groma/model';
import { GripVerticalIcon, Note, useNumberFormat } from '@groma/ui';
import type { KeyboardEvent } from 'react';
import type * as Y from 'yjs';
import { WrittenArea, WrittenField } from '../../../platform/live-text/written-field.tsx';
import { useText } from '../../../platform/text.ts';
import { CommandButton } from '../../../registry/command-button.tsx';
import { act } from '../../../registry/menu-entry.ts';
import { useDayText } from '../look/use-day-text.ts';
import type { MapSession } from '../session/map-session.ts';
import { useMapState } from '../session/use-map-state.ts';
import { deleteStoryStep, goToStoryStep, moveStoryStepTo, previewStory, renewStoryStep } from './story-commands.ts';
import type { StepDrag } from './use-step-drag.ts';

interface StoryStepEditorProps {
  session: MapSession;
  doc: Y.Doc;
  step: StoryStep;
  index: number;
  count: number;
  isWritable: boolean;
  drag: StepDrag;
}

/** One step of a story as it is written: its place among the others, title, text, and what the map shows with it. */
export function StoryStepEditor({ session, doc, step, index, count, isWritable, drag }: StoryStepEditorProps) {
  const t = useText();
  const { mapId } = session;
  const { id: stepId } = step;
  const name = step.title === '' ? t('story.step', { number: index + 1 }) : step.title;
  const of = { mapId, stepId };
  const side = drag.target?.stepId === stepId ? drag.target.side : undefined;
  return (
    <li className="story-step" data-step={stepId} data-drop={side} {...(isWritable && drag.place(stepId))}>
      <header>
        {isWritable && <Handle {...{ mapId, stepId, index, count, name }} drag={drag} />}
        <b>{index + 1}</b>
        <WrittenField
          size="s"
          aria-label={t('story.titleOf', { number: index + 1 })}
          placeholder={t('story.title')}
          value={step.title}
          readOnly={!isWritable}
          maxLength={storyLimit.titleCharacters}
          dir="auto"
          onWrite={(typed, shown) => writeStory(doc, stepId, 'title', shown, typed)}
        />
        <CommandButton command={deleteStoryStep} argument={of} size="s" />
      </header>
      <WrittenArea
        size="s"
        aria-label={t('story.textOf', { number: index + 1 })}
        placeholder={t('story.text')}
        value={step.text}
        readOnly={!isWritable}
        maxLength={storyLimit.textCharacters}
        autosize
        minRows={3}
        maxRows={14}
        dir="auto"
        onWrite={(typed, shown) => writeStory(doc, stepId, 'text', shown, typed)}
      />
      <Missing session={session} step={step} />
      <footer>
        <ViewText step={step} session={session} />
        <CommandButton command={renewStoryStep} argument={of} size="s" />
        <CommandButton command={goToStoryStep} argument={of} size="s" />
        <CommandButton command={previewStory} argument={of} size="s" />
      </footer>
    </li>
  );
}

/** Moves a step: dragged, or with the arrow keys. */
function Handle({
  mapId,
  stepId,
  index,
  count,
  name,
  drag,
}: {
  mapId: string;
  stepId: string;
  index: number;
  count: number;
  name: string;
  drag: StepDrag;
}) {
  const t = useText();
  const onKeyDown = (event: KeyboardEvent) => {
    const places: Partial<Record<string, number>> = {
      ArrowUp: index - 1,
      ArrowDown: index + 1,
      Home: 0,
      End: count - 1,
    };
    const to = places[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (to >= 0 && to < count && to !== index) act(moveStoryStepTo, { mapId, stepId, index: to });
  };
  return (
    <button
      type="button"
      className="story-handle"
      aria-label={t('story.moveStep', { name, number: index + 1, count })}
      title={t('story.moveHint')}
      onKeyDown={onKeyDown}
      {...drag.handle(stepId)}
    >
      <GripVerticalIcon />
    </button>
  );
}

/** Layers of the view that are not there any more (MAP-146). */
function Missing({ session, step }: { session: MapSession; step: StoryStep }) {
  const t = useText();
  const count = useMapState(session, ({ status, hierarchy }) =>
    status === 'ready' ? missingLayers(step.view, (id) => hierarchy[id] !== undefined).length : 0,
  );
  return count === 0 ? null : <Note kind="warning">{t('story.missingLayers', { count })}</Note>;
}

/** What the map shows with a step, in a few words. */
function ViewText({ step: { view }, session }: { step: StoryStep; session: MapSession }) {
  const t = useText();
  const dayText = useDayText();
  const number = useNumberFormat({ maximumFractionDigits: 1 });
  const layers = useMapState(session, ({ hierarchy }) => view.layers.filter((id) => hierarchy[id]).length);
  const parts = [
    t('story.layers', { count: layers }),
    t('story.zoom', { zoom: number.format(view.camera.zoom) }),
    ...(view.time ? [dayText(view.time.day)] : []),
  ];
  return <small>{parts.join(' · ')}</small>;
}
