import { databaseOfSql, parseResource } from '@groma/model';
import { filesMeant } from './needed-files.ts';
import type { ProjectContent } from './project-content.ts';

/** What texts of a notebook or workflow name of a project, by ids and paths. */
export interface NamedThings {
  maps: Set<string>;
  layers: Set<string>;
  notebooks: Set<string>;
  workflows: Set<string>;
  databases: Set<string>;
  files: Set<string>;
}

/** Strings of code in any of our languages, and quoted names of SQL. Each is at most one line. */
const literal = /"((?:[^"\\\n]|\\.|"")*)"|'((?:[^'\\\n]|\\.|'')*)'|`((?:[^`\\\n]|\\.)*)`/g;
const barePath = /\/data\/[^\s'"`,;()<>|\\]+/g;
const tool = /\b(notebook|query|workflow):([0-9a-f]{8}-[0-9a-f-]{27})\b/g;
const ownMap = /\bmaps\s*\[\s*(?:"([^"\n]*)"|'([^'\n]*)')\s*\]/g;
const name = String.raw`("(?:[^"\n]|"")+"|[\p{L}_][\p{L}\p{N}_$]*)`;
const layerOfSql = new RegExp(String.raw`\blayers\s*\.\s*${name}\s*\.\s*${name}`, 'giu');

/**
 * Finds what texts name: layers and images (`layer:World/roads`, `layers["World/roads"]`, `layers."World".roads` of
 * SQL), maps (`maps["World"]`), files and folders below /data, databases by the first line of SQL or by name, and tools
 * of people. What is named in another way is not found.
 */
export function namedThings(texts: readonly string[], content: ProjectContent): NamedThings {
  const named: NamedThings = {
    maps: new Set(),
    layers: new Set(),
    notebooks: new Set(),
    workflows: new Set(),
    databases: new Set(),
    files: new Set(),
  };
  const databaseBy = (said: string) =>
    content.databases.filter((each) => each.id === said || isSame(each.name, said)).map(({ id }) => id);
  for (const text of texts) {
    addLiteral(text, content, named);
    const literals = [...text.matchAll(literal)].map((found) => found[1] ?? found[2] ?? found[3] ?? '');
    for (const said of literals) {
      addLiteral(said, content, named);
      for (const id of databaseBy(said)) named.databases.add(id);
    }
    for (const [path] of text.matchAll(barePath)) addFiles(path.replace(/[.:\]}]+$/, ''), content, named);
    for (const [, map = '', layer = ''] of text.matchAll(layerOfSql))
      addLayer([unquoted(map), unquoted(layer)], content, named);
    for (const found of text.matchAll(ownMap)) addMap(found[1] ?? found[2] ?? '', content, named);
    for (const [id, kind, of = ''] of text.matchAll(tool)) {
      if (kind === 'notebook') named.notebooks.add(of);
      else if (kind === 'workflow') named.workflows.add(of);
      const own = content.tools.find((each) => each.id === id)?.databaseId;
      // A query of a connection to another server brings the connection along for nobody.
      if (content.databases.some((each) => each.id === own)) named.databases.add(own!);
    }
    const asked = databaseOfSql(text);
    for (const id of asked === null ? [] : databaseBy(asked)) named.databases.add(id);
  }
  return named;
}

/** A text that as a whole may be the name of data. */
function addLiteral(said: string, content: ProjectContent, named: NamedThings): void {
  if (said.length > 1_000) return;
  const resource = parseResource(said);
  if (resource?.kind === 'table') {
    const [database = ''] = resource.parts;
    for (const { id, name: own } of content.databases)
      if (id === database || isSame(own, database)) named.databases.add(id);
  } else if (resource && resource.parts.length === 2) addLayer(resource.parts, content, named);
  else addFiles(said, content, named);
  // `groma.layers["World/roads"]` and `groma.tools.buffer("World/roads")`.
  const bare = resource ? undefined : parseResource(`layer:${said}`);
  if (bare && !said.startsWith('/')) addLayer(bare.parts, content, named);
}

function addFiles(said: string, content: ProjectContent, named: NamedThings): void {
  for (const path of filesMeant(said, content)) named.files.add(path);
}

function addLayer([map = '', layer = '']: readonly string[], content: ProjectContent, named: NamedThings): void {
  for (const each of content.layers)
    if ((each.mapId === map || isSame(each.mapName, map)) && (each.id === layer || isSame(each.name, layer)))
      named.layers.add(each.id);
}

function addMap(said: string, content: ProjectContent, named: NamedThings): void {
  for (const { id, name: own } of content.maps) if (id === said || isSame(own, said)) named.maps.add(id);
}

function unquoted(said: string): string {
  return said.startsWith('"') ? said.slice(1, -1).replaceAll('""', '"') : said;
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
