import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { readFeatures, type LayerFeature } from '@groma/geo';
import { expect } from 'vitest';
import {
  ImportError,
  importVectorFile,
  type ImportedLayer,
  type ImportRequest,
} from '../src/features/map/import/index.ts';

const run = promisify(execFile);

/** Two parcels: one with a hole, one of two parts. */
export const parcels = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { name: 'Ünter', count: 3, share: 0.1 },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [13, 52],
            [13.2, 52],
            [13.2, 52.1],
            [13, 52],
          ],
          [
            [13.1, 52.01],
            [13.15, 52.01],
            [13.15, 52.03],
            [13.1, 52.01],
          ],
        ],
      },
    },
    {
      type: 'Feature',
      properties: { name: 'two', count: null, share: 2.5 },
      geometry: {
        type: 'MultiPolygon',
        coordinates: [
          [
            [
              [14, 52],
              [14.2, 52],
              [14.2, 52.1],
              [14, 52],
            ],
          ],
          [
            [
              [15, 52],
              [15.2, 52],
              [15.2, 52.1],
              [15, 52],
            ],
          ],
        ],
      },
    },
  ],
};

/** The features of a layer that was imported, in the order of their ids. */
export async function featuresOf(layer: ImportedLayer): Promise<LayerFeature[]> {
  const features: LayerFeature[] = [];
  for await (const feature of readFeatures(layer.manifest, (file) => readFile(layer.files[file]!)))
    features.push(feature);
  return features.sort((one, other) => one.fid - other.fid);
}

/** Files to import, `parcels.geojson` among them, and a folder for the work of imports. */
export interface ImportFolder {
  folder: string;
  work: string;
  write(name: string, content: string | Uint8Array): Promise<string>;
  /** Writes the parcels by a driver of GDAL. */
  make(name: string, driver: string, ...options: string[]): Promise<string>;
  load(name: string, options?: Partial<ImportRequest>): Promise<ImportedLayer[]>;
  /** What an import is refused with, after which nothing of its work may be left. */
  refusal(name: string, options?: Partial<ImportRequest>): Promise<ImportError>;
  remove(): void;
}

export function makeImportFolder(): ImportFolder {
  const folder = mkdtempSync(join(tmpdir(), 'groma-import-'));
  const work = mkdtempSync(join(tmpdir(), 'groma-import-work-'));
  writeFileSync(join(folder, 'parcels.geojson'), JSON.stringify(parcels));
  const load: ImportFolder['load'] = (name, options = {}) =>
    importVectorFile({ sourcePath: join(folder, name), fileName: basename(name), workFolder: work, ...options });
  return {
    folder,
    work,
    load,
    async write(name, content) {
      await writeFile(join(folder, name), content);
      return name;
    },
    async make(name, driver, ...options) {
      await run('ogr2ogr', ['-f', driver, ...options, join(folder, name), join(folder, 'parcels.geojson')]);
      return name;
    },
    async refusal(name, options) {
      const error = await load(name, options).then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(ImportError);
      expect(await readdir(work)).toEqual([]);
      return error as ImportError;
    },
    remove() {
      for (const each of [folder, work]) rmSync(each, { recursive: true, force: true });
    },
  };
}
