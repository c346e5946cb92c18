import type * as Y from 'yjs';
import type { NotebookBlockType } from './block-type.ts';
import { cellOf, idleCell, readCell } from './cell.ts';
import { toJupyterOutputs, toLines, type JupyterOutput } from './jupyter-output.ts';
import { widgetKind, type NotebookOutput, type WholeOutput } from './output.ts';
import { readBlocks, type ReadBlock } from './read-blocks.ts';
import { readWidgetModels, widgetStateKind, type WidgetModels } from './widget-state.ts';

/** Outputs that are kept beside the document, by the id of what stands for them. */
export type WholeOutputs = ReadonlyMap<string, WholeOutput>;

/** A block that markdown cannot say whole, so that it comes back as it was. */
interface KeptBlock { type: string; props: Record<string, unknown> }

interface CellMetadata {
  blockId: string;
  level?: number;
  label?: string;
  language?: string;
  block?: KeptBlock;
  /** What Jupyter folds away. */
  jupyter?: { source_hidden?: true; outputs_hidden?: true };
}

const keptTypes: ReadonlySet<string> = new Set(['slider', 'textInput', 'dateSelector', 'selector', 'button', 'alert'] satisfies NotebookBlockType[]);

export type JupyterCell =
  | { cell_type: 'markdown'; metadata: CellMetadata; source: string[] }
  | { cell_type: 'code'; metadata: CellMetadata; source: string[]; execution_count: number | null; outputs: JupyterOutput[] };

/** A Jupyter notebook, nbformat 4.4, for a Python 3 kernel (NBK-106). */
export interface JupyterNotebook {
  nbformat: 4;
  nbformat_minor: 4;
  metadata: {
    title: string; kernelspec: { display_name: string; language: string; name: string }; language_info: { name: string };
    /** The models of the widgets that outputs show. */
    widgets?: { [widgetStateKind]: { version_major: 2; version_minor: 0; state: WidgetModels } };
  };
  cells: JupyterCell[];
}

/**
 * A notebook document as a Jupyter notebook: a code cell for each code block, with its outputs, and a markdown cell for
 * each other block that says something. `metadata.blockId` of a cell is the id of its block, `level` its indentation.
 * `whole` holds the outputs that are kept beside the document; one that it lacks is left out.
 */
export function toIpynb(doc: Y.Doc, name: string, whole: WholeOutputs = new Map()): JupyterNotebook {
  const blocks = readBlocks(doc);
  const state = Object.assign({}, ...blocks.flatMap((block) => widgetModels(doc, block, whole))) as WidgetModels;
  return {
    nbformat: 4, nbformat_minor: 4,
    metadata: {
      title: name, kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' }, language_info: { name: 'python' },
      ...(Object.keys(state).length > 0 && { widgets: { [widgetStateKind]: { version_major: 2, version_minor: 0, state } } }),
    },
    cells: blocks.flatMap((block, i) => toCell(doc, block, blocks, i, whole)),
  };
}

function widgetModels(doc: Y.Doc, { codeId }: ReadBlock, whole: WholeOutputs): WidgetModels[] {
  const live = codeId === null ? undefined : cellOf(doc, codeId);
  const outputs = live ? readCell(live).outputs.flatMap((output) => wholeOf(output, whole)) : [];
  return outputs.flatMap((output) => (output.kind === widgetKind ? [readWidgetModels(output.state)] : []));
}

function toCell(doc: Y.Doc, block: ReadBlock, blocks: readonly ReadBlock[], i: number, whole: WholeOutputs): JupyterCell[] {
  const metadata: CellMetadata = { blockId: block.id, ...(block.level > 0 && { level: block.level }) };
  if (block.codeId === null) {
    const source = blockMarkdown(block, numberOf(blocks, i));
    const kept = keptTypes.has(block.type) ? { block: { type: block.type, props: { ...block.props } } } : {};
    return source === '' && !('block' in kept) ? [] : [{ cell_type: 'markdown', metadata: { ...metadata, ...kept }, source: toLines(source) }];
  }
  const live = cellOf(doc, block.codeId);
  const { code, outputs, executionCount, label, language, isCodeHidden, isOutputHidden } = live ? readCell(live) : { ...idleCell, code: '', outputs: [] };
  const folded = { ...(isCodeHidden && { source_hidden: true as const }), ...(isOutputHidden && { outputs_hidden: true as const }) };
  return [{
    cell_type: 'code',
    metadata: { ...metadata, ...(label !== idleCell.label && { label }), ...(language !== 'python' && { language }), ...((isCodeHidden || isOutputHidden) && { jupyter: folded }) },
    source: toLines(code), execution_count: executionCount, outputs: toJupyterOutputs(outputs.flatMap((output) => wholeOf(output, whole)), executionCount),
  }];
}

function wholeOf(output: NotebookOutput, whole: WholeOutputs): WholeOutput[] {
  if (output.kind !== 'stored') return [output];
  const found = whole.get(output.id);
  return found ? [found] : [];
}

/** One block as markdown; `number` is its place in a numbered list. Controls are told by label and value. */
export function blockMarkdown({ type, text, props }: ReadBlock, number = 1): string {
  switch (type) {
    case 'heading': return `${'#'.repeat(Number(props['level']) || 1)} ${text}`;
    case 'bulletListItem': return `- ${text}`;
    case 'numberedListItem': return `${number}. ${text}`;
    case 'checkListItem': return `- [${props['checked'] === true ? 'x' : ' '}] ${text}`;
    case 'quote': return quoted(text);
    case 'alert': return quoted(`**${String(props['type'] ?? 'info')}:** ${text}`);
    case 'divider': return '---';
    case 'image': return props['url'] ? `![${String(props['caption'] || props['name'] || '')}](${String(props['url'])})` : '';
    case 'slider': return `${String(props['label'])}: ${String(props['value'])}`;
    case 'textInput': return `${String(props['label'])}: ${String(props['text'])}`;
    case 'dateSelector': return `${String(props['label'])}: ${String(props['date'])}`;
    case 'selector': return `${String(props['label'])}: ${String(props['selected'])}`;
    case 'button': return String(props['label']);
    default: return escapeLineStart(text);
  }
}

/** A paragraph that happens to begin like a heading or a list stays a paragraph. */
function escapeLineStart(text: string): string {
  return text.replace(/^(#{1,6}(?=\s)|[-+>](?=\s|$)|---)/gm, String.raw`\$1`).replace(/^(\d+)([.)])(?=\s)/gm, String.raw`$1\$2`);
}

function quoted(text: string): string {
  return text.split('\n').map((line) => `> ${line}`).join('\n');
}

/** Place of a numbered item among its neighbours of the same level. */
function numberOf(blocks: readonly ReadBlock[], i: number): number {
  const { level } = blocks[i]!;
  let count = 0;
  for (let k = i; k >= 0; k--) {
    const block = blocks[k]!;
    if (block.level > level) continue;
    if (block.level < level || block.type !== 'numberedListItem') break;
    count += 1;
    if (typeof block.props['start'] === 'number') return block.props['start'] + count - 1;
  }
  return Math.max(1, count);
}
