import { expect, test } from 'vitest';
import { quotedPaths } from '../../../registry/file-drop.ts';
import { droppedCode } from './dropped-code.ts';
import { readingCode, variableOf } from './reading-code.ts';

const file = (path: string) => ({ path, isDir: false });

test('[SHL-057] a file that is dropped into a notebook becomes Python that reads it, by its type', () => {
  expect(readingCode([file('/data/low flow.csv')])).toBe(
    'import pandas as pd\n\nlow_flow = pd.read_csv("/data/low flow.csv")\nlow_flow',
  );
  expect(readingCode([file('/data/a.GPKG')])).toContain('a = gpd.read_file("/data/a.GPKG")');
  expect(readingCode([file('/data/dem.tif')])).toContain('dem = np.asarray(Image.open("/data/dem.tif"))\ndem.shape');
  expect(readingCode([{ path: '/data/tiles.d', isDir: true }])).toContain('sorted(Path("/data/tiles.d").iterdir())');
  expect(readingCode([file('/data/noext')])).toContain('noext = Path("/data/noext")');
});

test('several files share their imports, have names of their own, and a Shapefile is one', () => {
  const files = ['/data/x/roads.shp', '/data/x/roads.dbf', '/data/x/roads.shx', '/data/roads.csv'].map(file);
  expect(readingCode(files).split('\n')).toEqual([
    'import geopandas as gpd',
    'import pandas as pd',
    '',
    'roads = gpd.read_file("/data/x/roads.shp")',
    'roads_2 = pd.read_csv("/data/roads.csv")',
    'roads_2',
  ]);
});

test('names are such as Python takes', () => {
  expect(
    ['/data/2024 flow.csv', '/data/class.csv', '/data/Ünï-cödé (1).csv', '/data/#%.csv', '/data/.env'].map(variableOf),
  ).toEqual(['data_2024_flow', 'data_class', 'ünï_cödé_1', 'data', 'env']);
});

test('within code a file is its path, in the quotes and the list of the language', () => {
  const two = [file("/data/it's.csv"), file('/data/b.csv')];
  const place = { isEmpty: false, isInString: false };
  expect(droppedCode(two, place, 'python')).toBe('["/data/it\'s.csv", "/data/b.csv"]');
  expect(droppedCode(two.slice(0, 1), place, 'sql')).toBe("'/data/it''s.csv'");
  expect(droppedCode(two.slice(1), { ...place, isInString: true }, 'python')).toBe('/data/b.csv');
  expect(droppedCode(two.slice(1), { ...place, isEmpty: true }, 'python')).toContain('pd.read_csv');
  expect(quotedPaths(['/data/a', '/data/b'], false, 'r')).toBe('c("/data/a", "/data/b")');
});
