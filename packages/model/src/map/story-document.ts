import * as Y from 'yjs';
import { writeText } from '../workflow/written-text.ts';
import { storyLimit, storyStep, type StoryStep, type StoryView } from './story.ts';

type LiveStep = Y.Map<unknown>;

/**
 * Steps of the live document of a story by id: `title` and `text` as live texts, `view` as one value, and `place`, a
 * number by which they stand in order. Moving a step changes its place alone, so that two who move steps at once
 * neither double nor lose one.
 */
export function storySteps(doc: Y.Doc): Y.Map<LiveStep> {
  return doc.getMap<LiveStep>('steps');
}

/**
 * The steps of a document in their order, equal places by id, so that everybody has the same. What is malformed is left
 * out; texts that several people have made too long together are cut.
 */
export function readStory(doc: Y.Doc): StoryStep[] {
  return placedSteps(doc)
    .flatMap(({ id, step }) => {
      const { title, text, view } = step.toJSON() as Record<string, unknown>;
      const { success, data } = storyStep.safeParse({
        id,
        title: cut(title, storyLimit.titleCharacters),
        text: cut(text, storyLimit.textCharacters),
        view,
      });
      return success ? [data] : [];
    })
    .slice(0, storyLimit.steps);
}

/** Writes steps behind those that are there. */
export function addToStory(doc: Y.Doc, steps: readonly StoryStep[]): void {
  doc.transact(() => {
    for (const { id, title, text, view } of steps)
      storySteps(doc).set(
        id,
        new Y.Map<unknown>([
          ['title', new Y.Text(title)],
          ['text', new Y.Text(text)],
          ['view', view],
          ['place', placeBetween(placesOf(doc).at(-1), undefined)],
        ]),
      );
  });
}

/** Moves a step to where `index` says among all steps, counted without it. */
export function moveStoryStep(doc: Y.Doc, id: string, index: number): void {
  const moved = storySteps(doc).get(id);
  if (!moved) return;
  doc.transact(() => {
    const others = placedSteps(doc).filter((each) => each.id !== id);
    const [before, after] = [others[index - 1]?.place, others[index]?.place];
    const place = placeBetween(before, after);
    if ((before === undefined || place > before) && (after === undefined || place < after)) {
      moved.set('place', place);
      return;
    }
    // There is no number between them: all steps get new places.
    others.splice(index, 0, { id, step: moved, place });
    others.forEach(({ step }, at) => step.set('place', at));
  });
}

/** Gives a step another view of the map; one that is gone stays gone. */
export function setStoryView(doc: Y.Doc, id: string, view: StoryView): void {
  storySteps(doc).get(id)?.set('view', view);
}

/** Writes into the title or text of a step what somebody made of the text that they were shown. */
export function writeStory(doc: Y.Doc, id: string, name: 'title' | 'text', shown: string, typed: string): void {
  const step = storySteps(doc).get(id);
  if (step) doc.transact(() => writeText(step, name, shown, typed));
}

export function removeStoryStep(doc: Y.Doc, id: string): void {
  storySteps(doc).delete(id);
}

function placesOf(doc: Y.Doc): number[] {
  return placedSteps(doc).map(({ place }) => place);
}

function placedSteps(doc: Y.Doc): { id: string; step: LiveStep; place: number }[] {
  return [...storySteps(doc).entries()]
    .flatMap(([id, step]) => {
      const place: unknown = step instanceof Y.Map ? step.get('place') : undefined;
      return typeof place === 'number' && Number.isFinite(place) ? [{ id, step, place }] : [];
    })
    .sort((one, other) => one.place - other.place || (one.id < other.id ? -1 : 1));
}

function placeBetween(before: number | undefined, after: number | undefined): number {
  if (before === undefined) return after === undefined ? 0 : after - 1;
  return after === undefined ? before + 1 : (before + after) / 2;
}

function cut(value: unknown, most: number): unknown {
  return typeof value === 'string' ? value.slice(0, most) : value;
}
