import { expect, test } from 'vitest';
import { dropChoices } from './drop-choice.ts';

const files = (...paths: string[]) => paths.map((path) => ({ path, bytes: 100 }));

test('[SHL-150] of what can be done with dropped files the likeliest comes first', () => {
  expect(dropChoices(files('towns.csv'), true)).toEqual(['map', 'open', 'upload']);
  expect(dropChoices(files('towns.csv'), false)).toEqual(['open', 'upload']);
  expect(dropChoices(files('rivers.shp', 'rivers.dbf', 'rivers.shx'), true)).toEqual(['map', 'upload']);
  expect(dropChoices(files('notes.md'), true)).toEqual(['open', 'upload']);
  expect(dropChoices(files('what.unknown'), true)).toEqual(['upload']);
});
