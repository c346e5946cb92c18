import { trimmedText } from '@groma/model';
import { map, notebook, type ChatView, type Client } from '@groma/protocol';
import { readableNotebook } from '../mcp/readable-notebook.ts';

interface Asked {
  projectId: string;
  client: Client;
  signal: AbortSignal;
  /** Characters that there are for it. */
  most: number;
}

/** What a person has before them, as text for a model. What cannot be read is left out. */
export async function describeView(view: ChatView, asked: Asked): Promise<string> {
  const parts = await Promise.all([
    view.map ? quietly(describeMap(view.map, asked)) : '',
    view.notebook === undefined ? '' : quietly(describeNotebook(view.notebook, asked)),
    view.file === undefined ? '' : `Open file: file:${view.file}`,
  ]);
  return parts.filter((part) => part !== '').join('\n');
}

async function describeMap(
  { id, bounds, zoom, layer, features }: NonNullable<ChatView['map']>,
  { projectId, client, signal, most }: Asked,
): Promise<string> {
  const [{ data: about }, { data: state }] = await Promise.all([
    client.call(map.readMap, { params: { projectId, mapId: id }, signal }),
    client.call(map.readMapState, { query: { map_id: id, project_id: projectId }, signal }),
  ]);
  const layers = state.layers
    .filter(({ type }) => type === 'Layer')
    .map((each) => `- ${JSON.stringify(each.text)} (id ${each.id}${each.visible ? '' : ', hidden'})`);
  return trimmedText(
    [
      `Open map: ${JSON.stringify(about.name)} (id ${id}), layers:`,
      ...layers,
      ...(bounds ? [`Visible: ${bounds.join(', ')} (west, south, east, north)${zoom ? `, zoom ${zoom}` : ''}`] : []),
      ...(layer === undefined ? [] : [`Selected layer: ${layer}`]),
      ...(features?.length ? [`Selected features: ${features.slice(0, 50).join(', ')}`] : []),
    ].join('\n'),
    Math.floor(most / 2),
  );
}

async function describeNotebook(notebookId: string, { projectId, client, signal, most }: Asked): Promise<string> {
  const answer = await client.open(notebook.downloadNotebook, { params: { projectId, notebookId }, signal });
  const cells = readableNotebook(await answer.json());
  return `Open notebook (id ${notebookId}), cells:\n${trimmedText(JSON.stringify(cells), Math.floor(most / 2))}`;
}

/** A view may be of something that has just been deleted. */
async function quietly(described: Promise<string>): Promise<string> {
  return described.catch(() => '');
}
