import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { freeName, inputValues, isVariableName, nameProblem } from './input-value.ts';
import { fromTemplate } from './template.ts';
import { createNotebookDocument } from './write-blocks.ts';

function valuesOf(...blocks: { type: string; props: Record<string, unknown> }[]) {
  const doc = new Y.Doc();
  createNotebookDocument(doc, fromTemplate(blocks));
  return Object.fromEntries(inputValues(doc).map(({ name, value }) => [name, value]));
}

test('[NBK-105] [NBK-091] [NBK-095] [NBK-096] [NBK-100] [NBK-142] every kind of input has the value that code sees', () => {
  expect(
    valuesOf(
      { type: 'slider', props: { varName: 'depth', value: 2.5 } },
      { type: 'textInput', props: { varName: 'place', text: 'Ávila "x" \n' } },
      { type: 'dateSelector', props: { varName: 'day', date: '31-12-2026' } },
      { type: 'dataInput', props: { varName: 'roads', data: 'layer:m/l', name: 'layer:World/roads' } },
      { type: 'selector', props: { varName: 'one', options: '["a","b"]', selected: '["b"]' } },
      { type: 'selector', props: { varName: 'none', options: '["a"]', selected: '[]' } },
      {
        type: 'selector',
        props: { varName: 'many', allowMultiple: true, options: '["a","b"]', selected: '["a","b"]' },
      },
      { type: 'selector', props: { varName: 'spoilt', selected: '{' } },
    ),
  ).toEqual({
    depth: 2.5,
    place: 'Ávila "x" \n',
    day: '31-12-2026',
    roads: 'layer:m/l',
    one: 'b',
    none: null,
    many: ['a', 'b'],
    spoilt: null,
  });
});

test('[NBK-091] [NBK-113] an input nobody has touched has the default name and value', () => {
  expect(
    valuesOf(
      { type: 'slider', props: {} },
      { type: 'textInput', props: {} },
      { type: 'dateSelector', props: {} },
      { type: 'dataInput', props: {} },
      { type: 'selector', props: {} },
    ),
  ).toEqual({ untitled_slider: 0, untitled_text: '', untitled_date: '', untitled_data: null, untitled_selector: null });
});

test('[NBK-105] of two inputs of one name the later counts, and names that code cannot use are left out', () => {
  expect(
    valuesOf(
      { type: 'slider', props: { varName: 'x', value: 1 } },
      { type: 'slider', props: { varName: 'x', value: 2 } },
      ...['import', 'a b', '1a', '__import__', 'x; evil()', ''].map((varName) => ({
        type: 'textInput',
        props: { varName, text: 't' },
      })),
    ),
  ).toEqual({ x: 2 });
  expect(['a', '_a1', 'function', 'TRUE', 'é'].map(isVariableName)).toEqual([true, true, false, false, false]);
});

test('[NBK-105] what is wrong with a name is told apart, and a new block takes a free one', () => {
  expect(['', 'a b', '1a', 'class', '__x', 'x'.repeat(101), 'depth_1'].map(nameProblem)).toEqual([
    'empty',
    'signs',
    'digit',
    'reserved',
    'reserved',
    'long',
    null,
  ]);
  expect(freeName('untitled_slider', new Set(['untitled_slider', 'untitled_slider_2']))).toBe('untitled_slider_3');
  expect(freeName('untitled_slider', new Set())).toBe('untitled_slider');
});

test('[NBK-092] [NBK-093] code sees a slider between its ends, also where two people changed it at once', () => {
  expect(
    valuesOf(
      { type: 'slider', props: { varName: 'low', value: 5, min: 10, max: 20 } },
      { type: 'slider', props: { varName: 'high', value: 50, min: 10, max: 20 } },
    ),
  ).toEqual({ low: 10, high: 20 });
});
