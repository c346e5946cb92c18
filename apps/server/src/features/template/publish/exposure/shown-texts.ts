import { and, asc, eq } from '../../../../platform/database/drizzle.ts';
import { compositeOf, type NotebookOutput, isMedia } from '@groma/model';
import { outputPieces } from '../../../../platform/database/tables/index.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { NeededContent } from '../selection/select-needed.ts';

export interface ShownText {
  /** Where it is, as people find it. */
  name: string;
  text: string;
}

/** Longer than a secret is. */
const overlapCharacters = 1_000;

/**
 * All texts that readers of a version would see, but for files: of notebooks, statements, stories, workflows and
 * addresses.
 */
export async function* shownTexts(
  { database: { query } }: Pick<Platform, 'database'>,
  { content, notebooks, workflows, stories, selection }: NeededContent,
): AsyncGenerator<ShownText> {
  for (const [id, { blocks, cells, stored }] of notebooks) {
    const notebook = content.notebooks.find((each) => each.id === id)?.name ?? '';
    yield { name: notebook, text: blocks.join('\n') };
    for (const { label, code, outputs, kept } of cells) {
      const name = `${notebook}: ${label}`;
      yield { name, text: code };
      yield { name, text: [...outputs.map(textOf), kept].join('\n') };
    }
    for await (const { outputId, text } of piecesOf(query, id)) {
      const cell = cells.find(({ outputs }) => outputs.some((each) => each.kind === 'stored' && each.id === outputId));
      // What is not named any more is kept for an undo, and nobody reads it.
      if (cell || stored.has(outputId)) yield { name: cell ? `${notebook}: ${cell.label}` : notebook, text };
    }
  }
  for (const [id, graph] of workflows)
    yield { name: content.workflows.find((each) => each.id === id)?.name ?? '', text: JSON.stringify(graph) };
  for (const [id, steps] of stories) {
    const map = content.maps.find((each) => each.id === id)?.name ?? '';
    yield { name: map, text: steps.map(({ title, text }) => `${title}\n${text}`).join('\n') };
  }
  for (const { title, query: statement, databaseId } of content.tools)
    if (statement !== null && selection.databases.has(databaseId ?? '')) yield { name: title, text: statement };
  for (const layer of content.layers) {
    const chosen = selection.maps.get(layer.mapId);
    if (chosen !== null && !chosen?.has(layer.id)) continue;
    const composite = compositeOf(String(layer.source['url'] ?? ''));
    const recipe = content.composites.find(({ id }) => id === composite)?.recipe;
    yield { name: `${layer.mapName}: ${layer.name}`, text: JSON.stringify([layer.source, recipe ?? null]) };
  }
  if (selection.isWhole)
    for (const { name, address, signingAddress } of content.sceneSources)
      yield { name, text: `${address}\n${signingAddress ?? ''}` };
}

/** Outputs that are kept beside a notebook, a piece at a time, each with the end of the one before it. */
async function* piecesOf(
  query: Platform['database']['query'],
  notebookId: string,
): AsyncGenerator<{ outputId: string; text: string }> {
  const places = await query
    .select({ outputId: outputPieces.outputId, index: outputPieces.index })
    .from(outputPieces)
    .where(eq(outputPieces.notebookId, notebookId))
    .orderBy(asc(outputPieces.outputId), asc(outputPieces.index));
  let before = { outputId: '', end: '' };
  for (const { outputId, index } of places) {
    const [piece] = await query
      .select({ text: outputPieces.text })
      .from(outputPieces)
      .where(
        and(
          eq(outputPieces.notebookId, notebookId),
          eq(outputPieces.outputId, outputId),
          eq(outputPieces.index, index),
        ),
      );
    const text = piece?.text ?? '';
    // Where one piece ends and the next begins is no end of what stands there.
    yield { outputId, text: (before.outputId === outputId ? before.end : '') + text };
    before = { outputId, end: text.slice(-overlapCharacters) };
  }
}

/** What of an output can hold a secret in words: not the bytes of pictures. */
function textOf(output: NotebookOutput): string {
  if (output.kind === 'stored') return '';
  const { kind, ...rest } = output;
  return isMedia(output) || kind === 'image/png' || kind === 'image/jpeg'
    ? ''
    : Object.values(rest).map(String).join('\n');
}
