import { groupFiles } from '@groma/geo';
import { expect, test } from 'vitest';
import { preprocessingText } from './preprocessing-text.ts';

const text = (...names: string[]) => preprocessingText(groupFiles(names));

test('[FIL-074] [FIL-077] [FIL-078] files are split by base name, what is none is skipped, and both are said', () => {
  expect(text('roads.shp', 'roads.dbf', 'roads.prj')).toBeNull();
  expect(text('roads.shp', 'roads.dbf', 'towns.gpkg')).toBe(
    'Preprocessing completed, each layer would be added to map separately.',
  );
  expect(text('towns.gpkg', 'a/notes.txt', 'alone.shx')).toBe(
    'Preprocessing completed, each layer would be added to map separately. 2 files are not geodata and were skipped: notes.txt, alone.shx',
  );
  expect(text('notes.txt')).toBe('notes.txt is not a geodata file and was skipped.');
});
