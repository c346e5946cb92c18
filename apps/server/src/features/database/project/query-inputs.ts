import {
  baseName,
  dottedNames,
  GromaError,
  parseExistingPath,
  sqlWrite,
  type DataPath,
  type LayerTable,
} from '@groma/model';
import { fileVersion, type OriginInput } from '../../../platform/origin/origin.ts';
import type { DatabaseParts } from '../database-parts.ts';
import { tablesNamed } from './fetched-tables.ts';
import { layersNamed, type AskingPerson } from './project-relations.ts';
import { textsRead } from './relations-of.ts';

type InputParts = Pick<DatabaseParts, 'platform' | 'records' | 'open' | 'relations' | 'needs'>;

const none = { sourceMapId: null, sourceLayerId: null, sourcePath: null, features: null };
/** More files of one statement are not looked up. */
const mostFiles = 100;

/**
 * What statements over a project read, each with its version: layers and what is joined to them, files and tables of
 * connected databases, also those of views. To be asked before they run, so that what is edited meanwhile counts as
 * changed. What is not there is left out.
 * @throws GromaError as `relationsOf`
 */
export async function queryInputs(
  parts: InputParts,
  databaseId: string,
  statements: readonly string[],
  person: AskingPerson,
): Promise<OriginInput[]> {
  const isProject = (await parts.records.typeOf(databaseId)) === 'project';
  const texts = isProject ? await textsRead(parts, databaseId, statements, person) : statements;
  const files = await filesRead(parts, texts, person);
  if (!isProject) return files;
  const layers = await layersNamed(parts, texts, person);
  return [
    ...withJoined(layers).map(({ mapId, mapName, layerId, layerName, newestEdit }) => ({
      ...none,
      input: `layers."${mapName}"."${layerName}"`,
      sourceMapId: mapId,
      sourceLayerId: layerId,
      sourceName: layerName,
      version: newestEdit,
    })),
    ...files,
    ...tablesNamed(texts).map(({ database, schema, table }) => ({
      ...none,
      input: `tables."${database}"."${schema}"."${table}"`,
      sourceName: `${database}.${schema}.${table}`,
      version: null,
    })),
  ];
}

/** Layers with those that are joined to them, each once: their columns are read too. */
function withJoined(named: readonly LayerTable[]): Omit<LayerTable, 'version' | 'joined'>[] {
  const joined = named.flatMap(({ mapId, mapName, joined: others }) =>
    others.map((other) => ({ mapId, mapName, ...other })),
  );
  return [...new Map([...named, ...joined].map((each) => [each.layerId, each])).values()];
}

/** Files by their names, `files."/data/x.csv"`, and those that functions and FROM have as text. */
async function filesRead(
  { platform: { files } }: Pick<InputParts, 'platform'>,
  texts: readonly string[],
  { projectId }: AskingPerson,
): Promise<OriginInput[]> {
  const paths = new Set<DataPath>();
  for (const text of texts) {
    const write = sqlWrite(text);
    const read = write?.kind === 'file' ? text.slice(0, write.start) + text.slice(write.end) : text;
    const named = dottedNames(read).flatMap(([catalog, name]) =>
      catalog!.name.toLowerCase() === 'files' ? [name!.name] : [],
    );
    const quoted = [...read.matchAll(/'(\/data\/(?:[^']|'')+)'/g)].map(([, path]) => path!.replaceAll("''", "'"));
    for (const name of [...named, ...quoted]) {
      const path = pathOf(name);
      if (path && paths.size < mostFiles) paths.add(path);
    }
  }
  const found = await Promise.all(
    [...paths].map(async (path) => {
      const there = await files.stat(projectId, path);
      if (!there || there.isDir) return [];
      const version = fileVersion(there.etag);
      return [{ ...none, input: `files."${path}"`, sourcePath: path, sourceName: baseName(path), version }];
    }),
  );
  return found.flat();
}

function pathOf(text: string): DataPath | null {
  try {
    return parseExistingPath(text);
  } catch (error) {
    if (error instanceof GromaError) return null;
    throw error;
  }
}
