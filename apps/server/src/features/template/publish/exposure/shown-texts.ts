import { asc, eq } from 'drizzle-orm';
import type { NotebookOutput } from '@groma/model';
import { outputPieces } from '../../../../platform/database/tables/index.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { NeededContent } from '../selection/select-needed.ts';

export interface ShownText {
  /** Where it is, as people find it. */
  name: string;
  text: string;
}

/** All texts that readers of a version would see, but for files: of notebooks, statements, workflows and addresses. */
export async function* shownTexts(
  { database: { query } }: Pick<Platform, 'database'>,
  { content, notebooks, workflows, selection }: NeededContent,
): AsyncGenerator<ShownText> {
  for (const [id, { blocks, cells }] of notebooks) {
    const notebook = content.notebooks.find((each) => each.id === id)?.name ?? '';
    yield { name: notebook, text: blocks.join('\n') };
    for (const { label, code, outputs, kept } of cells) {
      const name = `${notebook}: ${label}`;
      yield { name, text: code };
      yield { name, text: [...outputs.map(textOf), kept].join('\n') };
    }
    const pieces = query
      .select({ outputId: outputPieces.outputId, text: outputPieces.text })
      .from(outputPieces)
      .where(eq(outputPieces.notebookId, id))
      .orderBy(asc(outputPieces.outputId), asc(outputPieces.index));
    for (const { outputId, text } of await pieces) {
      const cell = cells.find(({ outputs }) => outputs.some((each) => each.kind === 'stored' && each.id === outputId));
      if (cell) yield { name: `${notebook}: ${cell.label}`, text };
    }
  }
  for (const [id, graph] of workflows)
    yield { name: content.workflows.find((each) => each.id === id)?.name ?? '', text: JSON.stringify(graph) };
  for (const { title, query: statement, databaseId } of content.tools)
    if (statement !== null && selection.databases.has(databaseId ?? '')) yield { name: title, text: statement };
  for (const layer of content.layers) {
    const chosen = selection.maps.get(layer.mapId);
    if (chosen === null || chosen?.has(layer.id))
      yield { name: `${layer.mapName}: ${layer.name}`, text: JSON.stringify(layer.source) };
  }
  if (selection.isWhole)
    for (const { name, address, signingAddress } of content.sceneSources)
      yield { name, text: `${address}\n${signingAddress ?? ''}` };
}

/** What of an output can hold a secret in words: not the bytes of pictures. */
function textOf(output: NotebookOutput): string {
  if (output.kind === 'stored') return '';
  const { kind, ...rest } = output;
  return kind === 'image/png' || kind === 'image/jpeg' ? '' : Object.values(rest).map(String).join('\n');
}
