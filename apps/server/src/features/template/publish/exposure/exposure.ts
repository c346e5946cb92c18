import { formatFileSize, type LayerJoin, type UserId } from '@groma/model';
import type { TemplateExposure } from '@groma/protocol';
import type { Platform } from '../../../../platform/platform.ts';
import type { NeededContent, PublishedThing } from '../selection/select-needed.ts';
import { namedPeople, readPeople } from './named-people.ts';
import { isPrivateFile } from './private-files.ts';
import { readTextFile } from './read-text-file.ts';
import { SecretScan } from './secret-scan.ts';
import { shownTexts } from './shown-texts.ts';

type Refused = TemplateExposure['refused'][number];

/**
 * What a version would show to its readers, found as it is selected for copying, and what keeps it from being made:
 * private files by their names, and secrets in texts and in files of text.
 */
export async function exposureOf(
  platform: Platform,
  needed: NeededContent,
  { thing: { projectId }, authorId, signal }: { thing: PublishedThing; authorId: UserId | string; signal: AbortSignal },
): Promise<TemplateExposure> {
  const people = await readPeople(platform, projectId, authorId);
  const named = new Set<string>([authorId]);
  const refused: Refused[] = [];
  const scan = new SecretScan();
  const look = async (name: string, text: string): Promise<void> => {
    signal.throwIfAborted();
    for (const reason of await scan.find(text)) refused.push({ name, reason });
  };
  try {
    for await (const { name, text } of shownTexts(platform, needed)) {
      await look(name, text);
      for (const id of namedPeople(text, people)) named.add(id);
    }
    for (const path of [...needed.selection.files].toSorted()) {
      if (isPrivateFile(path)) refused.push({ name: path, reason: 'private-file' });
      else await look(path, (await readTextFile(platform, projectId, path)) ?? '');
    }
  } finally {
    await scan.close();
  }
  return {
    ...listsOf(needed),
    people: people.filter(({ id }) => named.has(id)).map(({ name, username }) => ({ name, detail: username })),
    refused: once(refused),
  };
}

function listsOf({
  content,
  notebooks,
  workflows,
  stories,
  selection,
}: NeededContent): Omit<TemplateExposure, 'people' | 'refused'> {
  const { maps, layers, files, databases, tools } = content;
  const notebookName = (id: string) => content.notebooks.find((each) => each.id === id)?.name ?? '';
  const workflowName = (id: string) => content.workflows.find((each) => each.id === id)?.name ?? '';
  const cells = [...notebooks].flatMap(([id, texts]) =>
    texts.cells.map((cell) => ({ ...cell, detail: notebookName(id) })),
  );
  const isChosen = (id: string, mapId: string): boolean => {
    const chosen = selection.maps.get(mapId);
    return chosen === null || chosen?.has(id) === true;
  };
  return {
    maps: maps.flatMap(({ id, name }) => (selection.maps.has(id) ? [{ name }] : [])),
    layers: layers.flatMap(({ id, type, name, mapId, mapName, style }) => {
      if (type !== 'Layer' || !isChosen(id, mapId)) return [];
      const isFiltered = Array.isArray(style['filter']) && style['filter'].length > 0;
      const joined = new Set(((style['joins'] ?? []) as LayerJoin[]).map(({ layerId }) => layerId));
      const lost = layers.flatMap((each) =>
        each.mapId === mapId && joined.has(each.id) && !isChosen(each.id, mapId) ? [each.name] : [],
      );
      return [
        {
          name,
          detail: mapName,
          ...(isFiltered && { is_filtered: true }),
          ...(lost.length > 0 && { lost_joins: lost }),
        },
      ];
    }),
    stories: maps.flatMap(({ id, name }) => (stories.has(id) ? [{ name }] : [])),
    notebooks: [...notebooks.keys()].map((id) => ({ name: notebookName(id) })),
    files: files.flatMap(({ path, bytes }) =>
      selection.files.has(path) ? [{ name: path, detail: formatFileSize(bytes) }] : [],
    ),
    queries: [
      ...cells.flatMap(({ language, label, detail }) => (language === 'sql' ? [{ name: label, detail }] : [])),
      ...tools.flatMap(({ title, query, databaseId }) =>
        query !== null && selection.databases.has(databaseId ?? '') ? [{ name: title }] : [],
      ),
      ...[...workflows].flatMap(([id, { nodes }]) =>
        nodes.flatMap(({ type, data }) => (type === 'query' ? [{ name: data.label, detail: workflowName(id) }] : [])),
      ),
    ],
    outputs: cells.flatMap(({ outputs, label, detail }) => (outputs.length > 0 ? [{ name: label, detail }] : [])),
    workflows: [...workflows.keys()].map((id) => ({ name: workflowName(id) })),
    databases: databases.flatMap(({ id, name }) => (selection.databases.has(id) ? [{ name }] : [])),
  };
}

function once(refused: readonly Refused[]): Refused[] {
  return [...new Map(refused.map((each) => [`${each.reason} ${each.name}`, each])).values()];
}
