import {
  addToStory,
  moveStoryStep,
  newId,
  readStory,
  removeStoryStep,
  setStoryView,
  storyLimit,
  type StoryView,
} from '@groma/model';
import { toast } from '@groma/ui';
import { t } from '../../../platform/text.ts';
import { visibleLayers } from '../session/drawn-layers.ts';
import { showTime, shownTime } from '../session/show-time.ts';
import type { ShownMap } from '../view/active-map.ts';
import { findOpenStory } from './open-stories.ts';

/** What a map shows now, as a step keeps it. */
function viewOf({ session, picture }: ShownMap): StoryView {
  const { longitude, latitude, zoom, pitch, bearing } = picture.view.view;
  const round = (value: number, digits: number) => Number(value.toFixed(digits));
  return {
    camera: {
      longitude: round(longitude, 6),
      latitude: round(latitude, 6),
      zoom: round(Math.max(0, Math.min(24, zoom)), 3),
      pitch: round(pitch, 1),
      bearing: round(bearing, 1),
    },
    layers: visibleLayers(session.state),
    time: shownTime(session),
  };
}

/** Adds a step of what the map shows behind the others. */
export function addStep(map: ShownMap): void {
  const story = findOpenStory(map.session.mapId);
  if (!story) return;
  if (readStory(story.doc).length >= storyLimit.steps) {
    toast.info(t('story.tooMany', { count: storyLimit.steps }));
    return;
  }
  const id = newId();
  addToStory(story.doc, [{ id, title: '', text: '', view: viewOf(map) }]);
  story.reveal(id);
}

export function renewStep(map: ShownMap, stepId: string): void {
  const story = findOpenStory(map.session.mapId);
  if (!story) return;
  setStoryView(story.doc, stepId, viewOf(map));
  toast.success(t('story.renewed'));
}

/** Shows the place and the day of a step; which layers are on belongs to everybody, and stays. */
export function goToStep({ session, picture }: ShownMap, stepId: string): void {
  const story = findOpenStory(session.mapId);
  const step = story && readStory(story.doc).find(({ id }) => id === stepId);
  if (!step) return;
  showTime(session, step.view.time);
  picture.view.draw(session.state);
  picture.view.travel(step.view.camera);
}

export function moveStep(mapId: string, stepId: string, index: number): void {
  const story = findOpenStory(mapId);
  if (!story) return;
  moveStoryStep(story.doc, stepId, index);
  story.reveal(stepId);
}

export function removeStep(mapId: string, stepId: string): void {
  const story = findOpenStory(mapId);
  if (story) removeStoryStep(story.doc, stepId);
}
