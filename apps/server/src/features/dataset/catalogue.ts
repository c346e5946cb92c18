import { readdir, readFile } from 'node:fs/promises';
import { datasetSchema, type Dataset } from '@groma/model';

const folder = new URL('./entries/', import.meta.url);

let read: Promise<readonly Dataset[]> | null = null;

/** The data sets of the catalogue in the order of their names, one of each file beside this one. @throws Error */
export function readCatalogue(): Promise<readonly Dataset[]> {
  read ??= readEntries();
  return read;
}

async function readEntries(): Promise<readonly Dataset[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const entries = await Promise.all(
    names.map(async (name) => {
      const entry = datasetSchema.parse(JSON.parse(await readFile(new URL(name, folder), 'utf8')));
      if (`${entry.id}.json` !== name) throw new Error(`The data set ${entry.id} is in the file ${name}.`);
      return entry;
    }),
  );
  return entries.toSorted((first, second) => first.name.localeCompare(second.name, 'en', { numeric: true }));
}
