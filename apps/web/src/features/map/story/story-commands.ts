import { BookIcon, FocusCenteredIcon, PlayerPlayIcon, PlusIcon, RefreshDotIcon, TrashIcon } from '@groma/ui';
import { can } from '../../../platform/session.ts';
import { t } from '../../../platform/text.ts';
import { defineCommand } from '../../../registry/command.ts';
import { currentMapId, openStoryPanel } from '../maps/map-panels.ts';
import { findMapSession } from '../session/use-map-session.ts';
import { shownMap, type ShownMap, type SomeMap } from '../view/active-map.ts';
import { findOpenStory } from './open-stories.ts';

type OfMap = { mapId: string };
type OfStep = OfMap & { stepId: string };

const mapArgument = async () => (await import('../maps/map-arguments.ts')).mapArgument;
const stepArgument = async () => (await import('./story-arguments.ts')).stepArgument;
const acts = () => import('./story-acts.ts');

/** Whether the story of a map can be written here. */
function isWritable({ mapId }: OfMap): boolean | string {
  if (!can('update', 'map')) return false;
  return findOpenStory(mapId)?.isWritable === true || t('story.notOpen');
}

/** Whether that is so, and the map is shown as well. */
function isWritableBesideMap({ mapId }: OfMap): boolean | string {
  const isOpen = isWritable({ mapId });
  return isOpen === true ? shownMap({ mapId }) !== null || t('map.notOpen') : isOpen;
}

function withMap({ mapId }: OfMap, act: (map: ShownMap) => void): void {
  const map = shownMap({ mapId });
  if (map) act(map);
}

/** Opens the panel in which the story of a map is written. */
export const openStory = defineCommand<SomeMap>({
  id: 'map.story',
  title: 'story.open',
  icon: BookIcon,
  argument: async () => (await import('../maps/map-arguments.ts')).someMapArgument,
  isEnabled: (some) => some !== undefined || currentMapId() !== null,
  run: (some) => {
    const mapId = some?.mapId ?? currentMapId();
    if (mapId === null) return;
    const name = findMapSession(mapId)?.state.name ?? '';
    openStoryPanel(mapId, name === '' ? t('story.story') : t('story.of', { name }));
  },
});

export const addStoryStep = defineCommand<OfMap>({
  id: 'map.story-add-step',
  title: 'story.add',
  icon: PlusIcon,
  isHidden: true,
  argument: mapArgument,
  isEnabled: isWritableBesideMap,
  run: async (of) => {
    const { addStep } = await acts();
    withMap(of, addStep);
  },
});

export const renewStoryStep = defineCommand<OfStep>({
  id: 'map.story-use-view',
  title: 'story.useView',
  icon: RefreshDotIcon,
  isHidden: true,
  argument: stepArgument,
  isEnabled: isWritableBesideMap,
  run: async (of) => {
    const { renewStep } = await acts();
    withMap(of, (map) => renewStep(map, of.stepId));
  },
});

export const goToStoryStep = defineCommand<OfStep>({
  id: 'map.story-go-to-step',
  title: 'story.goThere',
  icon: FocusCenteredIcon,
  isHidden: true,
  argument: stepArgument,
  isEnabled: isWritableBesideMap,
  run: async (of) => {
    const { goToStep } = await acts();
    withMap(of, (map) => goToStep(map, of.stepId));
  },
});

export const moveStoryStepTo = defineCommand<OfStep & { index: number }>({
  id: 'map.story-move-step',
  title: 'story.move',
  isHidden: true,
  argument: async () => (await import('./story-arguments.ts')).placedStepArgument,
  isEnabled: isWritable,
  run: async ({ mapId, stepId, index }) => (await acts()).moveStep(mapId, stepId, index),
});

export const deleteStoryStep = defineCommand<OfStep>({
  id: 'map.story-delete-step',
  title: 'story.delete',
  icon: TrashIcon,
  isHidden: true,
  argument: stepArgument,
  isEnabled: isWritable,
  run: async ({ mapId, stepId }) => (await acts()).removeStep(mapId, stepId),
});

/** Shows a story as its readers will have it. */
export const previewStory = defineCommand<OfMap & { stepId?: string | undefined }>({
  id: 'map.story-preview',
  title: 'story.preview',
  icon: PlayerPlayIcon,
  isHidden: true,
  argument: async () => (await import('./story-arguments.ts')).fromStepArgument,
  isEnabled: ({ mapId }) => findOpenStory(mapId) !== undefined || t('story.notOpen'),
  run: ({ mapId, stepId = null }) => findOpenStory(mapId)?.preview(stepId),
});

export const storyCommands = [
  openStory,
  addStoryStep,
  renewStoryStep,
  goToStoryStep,
  moveStoryStepTo,
  deleteStoryStep,
  previewStory,
];
