import { expect, test } from 'vitest';
import { dropChoices } from './drop-choice.ts';

const all = { mayMap: true, mayChart: true, hasPlaces: true };
const files = (...paths: string[]) => paths.map((path) => ({ path, bytes: 100 }));

test('[SHL-150] of what can be done with dropped files the likeliest comes first', () => {
  expect(dropChoices(files('towns.csv'), { ...all, mayMap: false, mayChart: false })).toEqual(['open', 'upload']);
  expect(dropChoices(files('rivers.shp', 'rivers.dbf', 'rivers.shx'), all)).toEqual(['map', 'upload']);
  expect(dropChoices(files('notes.md'), all)).toEqual(['open', 'upload']);
  expect(dropChoices(files('what.unknown'), all)).toEqual(['upload']);
});

test('[SHL-157] a table is asked to become a map where it has coordinates, else a chart', () => {
  expect(dropChoices(files('towns.csv'), all)).toEqual(['map', 'chart', 'open', 'upload']);
  expect(dropChoices(files('sales.csv'), { ...all, hasPlaces: false })).toEqual(['chart', 'map', 'open', 'upload']);
  expect(dropChoices(files('sales.csv', 'more.csv'), { ...all, hasPlaces: false })).toEqual(['map', 'upload']);
});
