import { baseName } from '@groma/model';
import type { DraggedFile } from '../../../registry/file-drag.ts';

/** How one kind of file is read: what is imported, and the lines that give `name` what is at the quoted path. */
interface Reader {
  imports: readonly string[];
  lines(name: string, path: string): string[];
}

const pandas = 'import pandas as pd';
const geopandas = 'import geopandas as gpd';
const pathlib = 'from pathlib import Path';

const assigned = (imports: readonly string[], expression: (path: string) => string): Reader => ({
  imports,
  lines: (name, path) => [`${name} = ${expression(path)}`, name],
});
const table = assigned([pandas], (path) => `pd.read_csv(${path})`);
const vectors = assigned([geopandas], (path) => `gpd.read_file(${path})`);
const geoColumns = assigned([geopandas], (path) => `gpd.read_parquet(${path})`);
const picture = assigned(['from PIL import Image'], (path) => `Image.open(${path})`);
const text: Reader = {
  imports: [pathlib],
  lines: (name, path) => [`${name} = Path(${path}).read_text()`, `print(${name}[:2000])`],
};
const raster: Reader = {
  imports: ['import numpy as np', 'from PIL import Image'],
  lines: (name, path) => [`${name} = np.asarray(Image.open(${path}))`, `${name}.shape, ${name}.dtype`],
};
const json: Reader = {
  imports: ['import json', pathlib],
  lines: (name, path) => [`${name} = json.loads(Path(${path}).read_text())`, name],
};
const folder: Reader = {
  imports: [pathlib],
  lines: (name, path) => [`${name} = sorted(Path(${path}).iterdir())`, name],
};
const anything: Reader = { imports: [pathlib], lines: (name, path) => [`${name} = Path(${path})`, `${name}.stat()`] };

const readers: Readonly<Record<string, Reader>> = {
  csv: table,
  tsv: assigned([pandas], (path) => `pd.read_csv(${path}, sep="\\t")`),
  parquet: assigned([pandas], (path) => `pd.read_parquet(${path})`),
  geoparquet: geoColumns,
  gpq: geoColumns,
  geojson: vectors,
  gpkg: vectors,
  shp: vectors,
  fgb: vectors,
  kml: vectors,
  json,
  tif: raster,
  tiff: raster,
  png: picture,
  jpg: picture,
  jpeg: picture,
  gif: picture,
  webp: picture,
  bmp: picture,
  txt: text,
  log: text,
  md: text,
  markdown: text,
  zip: {
    imports: ['from zipfile import ZipFile'],
    lines: (name, path) => [`${name} = ZipFile(${path})`, `${name}.namelist()`],
  },
};

/** What belongs to a Shapefile; geopandas finds it beside the .shp. */
const companions = new Set([
  'shx',
  'dbf',
  'prj',
  'cpg',
  'qpj',
  'sbn',
  'sbx',
  'qix',
  'fbn',
  'fbx',
  'ain',
  'aih',
  'ixs',
  'mxs',
  'atx',
]);
/** Words that mean something to Python or to the code that is made. */
const keywords = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or ' +
    'pass raise return try while with yield match case type print sorted pd gpd np json'
  ).split(' '),
);

/** Python that reads files of the project with packages that every kernel has; the last line shows what was read. */
export function readingCode(files: readonly DraggedFile[]): string {
  const read = withoutCompanions(files);
  const taken = new Set<string>();
  const imports = new Set<string>();
  const parts = read.map((file) => {
    const reader = readerOf(file);
    for (const line of reader.imports) imports.add(line);
    const name = freeOf(variableOf(file.path), taken);
    taken.add(name);
    return reader.lines(name, JSON.stringify(file.path));
  });
  // Between others a line that only shows would show nothing.
  const lines = parts.flatMap((part, index) => (index === parts.length - 1 ? part : part.slice(0, 1)));
  return [...[...imports].toSorted(importOrder), '', ...lines].join('\n');
}

function importOrder(one: string, other: string): number {
  return Number(one.startsWith('from')) - Number(other.startsWith('from')) || (one < other ? -1 : 1);
}

function withoutCompanions(files: readonly DraggedFile[]): readonly DraggedFile[] {
  const mains = new Set(files.filter(({ path }) => extensionOf(path) === 'shp').map(({ path }) => path.slice(0, -4)));
  return files.filter(({ path }) => !(companions.has(extensionOf(path)) && mains.has(path.slice(0, -4))));
}

function readerOf({ path, isDir }: DraggedFile): Reader {
  return isDir ? folder : (readers[extensionOf(path)] ?? anything);
}

function extensionOf(path: string): string {
  const name = baseName(path);
  return name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : '';
}

/** A name Python takes, made of the file's. */
export function variableOf(path: string): string {
  const name = baseName(path);
  const stem = name.lastIndexOf('.') > 0 ? name.slice(0, name.lastIndexOf('.')) : name;
  const word = stem
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{Nd}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 40);
  if (word === '') return 'data';
  return /^\p{Nd}/u.test(word) || keywords.has(word) ? `data_${word}` : word;
}

function freeOf(wanted: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}_${number}`;
    if (!taken.has(name)) return name;
  }
}
