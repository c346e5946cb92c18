import { expect, test } from 'vitest';
import * as Y from 'yjs';
import {
  addToStory,
  moveStoryStep,
  readStory,
  removeStoryStep,
  setStoryView,
  storySteps,
  writeStory,
} from './story-document.ts';
import { copiedStep, missingLayers, storyLimit, type StoryStep, type StoryView } from './story.ts';

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const view: StoryView = {
  camera: { longitude: 7, latitude: 45, zoom: 5, pitch: 0, bearing: 0 },
  layers: [idOf(101), idOf(102)],
  time: { day: '2026-05-01', images: [idOf(103)] },
};
const stepOf = (number: number, title = `Step ${number}`): StoryStep => ({ id: idOf(number), title, text: '', view });
const titles = (doc: Y.Doc) => readStory(doc).map(({ title }) => title);

function storyOf(...numbers: number[]): Y.Doc {
  const doc = new Y.Doc();
  addToStory(
    doc,
    numbers.map((number) => stepOf(number)),
  );
  return doc;
}

/** A second copy of a document; `meet` brings both to the same state. */
function copyOf(doc: Y.Doc): { other: Y.Doc; meet: () => void } {
  const other = new Y.Doc();
  Y.applyUpdate(other, Y.encodeStateAsUpdate(doc));
  return {
    other,
    meet: () => {
      Y.applyUpdate(other, Y.encodeStateAsUpdate(doc), 'server');
      Y.applyUpdate(doc, Y.encodeStateAsUpdate(other), 'server');
    },
  };
}

test('[MAP-145] steps stand in the order in which they were added, and where they are moved', () => {
  const doc = storyOf(3, 1, 2);
  expect(titles(doc)).toEqual(['Step 3', 'Step 1', 'Step 2']);
  moveStoryStep(doc, idOf(3), 2);
  expect(titles(doc)).toEqual(['Step 1', 'Step 2', 'Step 3']);
  moveStoryStep(doc, idOf(3), 0);
  removeStoryStep(doc, idOf(1));
  expect(titles(doc)).toEqual(['Step 3', 'Step 2']);
  moveStoryStep(doc, idOf(9), 0);
  expect(titles(doc)).toEqual(['Step 3', 'Step 2']);
});

test('[MAP-145] a step can be moved between the same two any number of times', () => {
  const doc = storyOf(1, 2, 3, 4);
  for (let times = 0; times < 200; times += 1) {
    moveStoryStep(doc, idOf(times % 2 === 0 ? 3 : 4), 1);
    expect(titles(doc)[1]).toBe(times % 2 === 0 ? 'Step 3' : 'Step 4');
    expect(new Set(titles(doc)).size).toBe(4);
  }
});

test('[MAP-145] two people who move and write at once keep all of it, each step once', () => {
  const doc = storyOf(1, 2, 3);
  const { other, meet } = copyOf(doc);
  moveStoryStep(doc, idOf(1), 2);
  moveStoryStep(other, idOf(1), 1);
  writeStory(doc, idOf(2), 'title', 'Step 2', 'The step 2');
  writeStory(other, idOf(2), 'title', 'Step 2', 'Step 2!');
  setStoryView(other, idOf(3), { ...view, layers: [] });
  meet();
  expect(readStory(doc)).toEqual(readStory(other));
  expect(titles(doc).toSorted()).toEqual(['Step 1', 'Step 3', 'The step 2!']);
  expect(readStory(doc).find(({ id }) => id === idOf(3))?.view.layers).toEqual([]);
});

test('[MAP-145] undo takes back what one did oneself', () => {
  const doc = storyOf(1, 2);
  const { other, meet } = copyOf(doc);
  const undo = new Y.UndoManager(storySteps(doc));
  removeStoryStep(doc, idOf(1));
  removeStoryStep(other, idOf(2));
  meet();
  undo.undo();
  expect(titles(doc)).toEqual(['Step 1']);
});

test('[MAP-145] what is malformed is left out, and what is too long is cut', () => {
  const doc = storyOf(1);
  storySteps(doc).set(idOf(2), new Y.Map<unknown>([['place', 1]]));
  storySteps(doc).set('no id', new Y.Map<unknown>(Object.entries({ ...stepOf(3), place: 2 })));
  doc.getMap('steps').set(idOf(4), 'text');
  writeStory(doc, idOf(1), 'text', '', 'x'.repeat(storyLimit.textCharacters + 5));
  expect(readStory(doc).map(({ id, text }) => [id, text.length])).toEqual([[idOf(1), storyLimit.textCharacters]]);
});

test('[MAP-146] a step names layers that are gone, and a copy has the layers that were copied', () => {
  expect(missingLayers(view, (id) => id !== idOf(103) && id !== idOf(101))).toEqual([idOf(101), idOf(103)]);
  const copied = copiedStep(stepOf(1), new Map([[idOf(102), idOf(202)]]));
  expect(copied.view).toEqual({ camera: view.camera, layers: [idOf(202)], time: null });
  expect(copiedStep(stepOf(1), new Map([[idOf(103), idOf(203)]])).view.time).toEqual({
    day: '2026-05-01',
    images: [idOf(203)],
  });
});
