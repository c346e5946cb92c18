import { z } from 'zod';
import { GromaError } from '../error/groma-error.ts';
import { codeCellType, codeLanguages, isNotebookBlockType, type CodeLanguage, type NotebookBlockType } from './block-type.ts';
import { idleCell, type CodeCell } from './cell.ts';
import { plainText, type Inline, type InlineText } from './inline.ts';
import { fromJupyterOutput, joinLines } from './jupyter-output.ts';
import { widgetKind, type WholeOutput } from './output.ts';
import { parseMarkdown, type Attachments } from './parse-markdown.ts';
import { blockMarkdown } from './to-ipynb.ts';
import { readWidgetModels, widgetStateKind } from './widget-state.ts';
import { WidgetViews } from './widget-views.ts';
import type { NewBlock, TableContent } from './write-blocks.ts';

const jupyterCell = z.looseObject({
  cell_type: z.string(), source: z.union([z.string(), z.array(z.string())]).default(''),
  metadata: z.record(z.string(), z.unknown()).default({}),
  outputs: z.array(z.unknown()).default([]), execution_count: z.int().min(0).nullish().catch(null),
  attachments: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
});
const jupyterNotebook = z.looseObject({
  nbformat: z.literal(4), cells: z.array(jupyterCell),
  metadata: z.looseObject({ widgets: z.looseObject({ [widgetStateKind]: z.looseObject({ state: z.record(z.string(), z.unknown()) }) }).optional().catch(undefined) }).optional().catch(undefined),
});

const styles = z.record(z.string(), z.union([z.boolean(), z.string()])).default({});
const textPiece = z.object({ type: z.literal('text'), text: z.string(), styles });
const inlineContent = z.union([z.string(), z.array(z.union([
  textPiece,
  z.object({ type: z.literal('link'), href: z.string(), content: z.union([z.string(), z.array(textPiece)]) }),
]))]);
const tableCell = z.union([inlineContent, z.looseObject({ content: inlineContent })]);
const tableContent = z.looseObject({ type: z.literal('tableContent'), headerRows: z.number().optional(), rows: z.array(z.object({ cells: z.array(tableCell) })) });
const templateBlock = z.looseObject({
  id: z.string().optional(), type: z.string(), props: z.record(z.string(), z.unknown()).default({}),
  content: z.union([inlineContent, tableContent]).optional(),
  get children() { return z.array(templateBlock).optional(); },
});
type TemplateBlock = z.output<typeof templateBlock>;

const wholeOutput = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['text', 'stderr', 'text/plain', 'text/markdown', 'text/latex']), text: z.string() }),
  z.object({ kind: z.literal('image/svg+xml'), svg: z.string() }),
  z.object({ kind: z.literal('application/json'), json: z.string() }),
  z.object({ kind: z.literal('traceback'), name: z.string(), message: z.string(), text: z.string() }),
  z.object({ kind: z.enum(['image/png', 'image/jpeg']), data: z.base64(), width: z.number().exactOptional(), height: z.number().exactOptional() }),
  z.object({ kind: z.literal('text/html'), html: z.string(), text: z.string().exactOptional() }),
  z.object({ kind: z.literal(widgetKind), model: z.string(), state: z.string(), text: z.string().exactOptional() }),
]);

/** Names under which a template may call a code block. */
const codeBlockNames = [codeCellType, 'codeBlock', 'code'];

/**
 * Reads the template of a new notebook (NBK-035): a Jupyter notebook of nbformat 4, or a list of blocks in the editor's
 * JSON form, either as a value or as JSON text. Code blocks of a list may be called `codeCell`, `codeBlock` or `code`;
 * their code is their content or prop `code`, and `label`, `language` and `output` are props. No template, or an empty
 * one, gives no blocks.
 * @throws GromaError BAD_NOTEBOOK_TEMPLATE
 */
export function fromTemplate(template: unknown): NewBlock[] {
  const value = typeof template === 'string' ? parseText(template) : template;
  if (value === undefined || value === null || value === '') return [];
  refuseDepth(value);
  if (Array.isArray(value)) return check(z.array(templateBlock), value).map(toBlock);
  refuseVersion(value);
  return fromJupyter(check(jupyterNotebook, value));
}

/** Deeper than any notebook, and far from what fills the stack of those who read it. */
const mostLevels = 200;

function refuseDepth(value: unknown): void {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > mostLevels) throw new GromaError('BAD_NOTEBOOK_TEMPLATE', { detail: `it is nested more than ${mostLevels} levels deep.` });
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each).filter((child) => typeof child === 'object') : []));
  }
}

/** Those of another format are named, for they are notebooks all the same. */
function refuseVersion(value: unknown): void {
  const version = typeof value === 'object' && value !== null && 'nbformat' in value ? value.nbformat : undefined;
  if (typeof version !== 'number' || version === 4) return;
  throw new GromaError('BAD_NOTEBOOK_TEMPLATE', { detail: `it is of nbformat ${version}, and only nbformat 4 can be read. Open it in Jupyter and save it again.` });
}

function check<Output>(schema: z.ZodType<Output>, value: unknown): Output {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  throw new GromaError('BAD_NOTEBOOK_TEMPLATE', { detail: `${issue?.path.join('.') || 'the template'}: ${issue?.message ?? 'unreadable'}` });
}

function parseText(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new GromaError('BAD_NOTEBOOK_TEMPLATE', { detail: 'it is no JSON.' });
  }
}

function fromJupyter({ cells, metadata }: z.output<typeof jupyterNotebook>): NewBlock[] {
  const views = new WidgetViews(readWidgetModels(metadata?.widgets?.[widgetStateKind].state));
  return cells.flatMap((cell): NewBlock[] => {
    const source = joinLines(cell.source);
    const id = typeof cell.metadata['blockId'] === 'string' ? { id: cell.metadata['blockId'] } : {};
    if (cell.cell_type === 'code') {
      const outputs = cell.outputs.map(fromJupyterOutput).filter((output) => output !== null).map((output) => views.withModels(output));
      return [{ ...id, type: codeCellType, cell: { ...namesOf(cell.metadata), ...foldsOf(cell.metadata), code: source, ...ranState(outputs, cell.execution_count ?? null) } }];
    }
    if (cell.cell_type !== 'markdown') return [{ ...id, type: 'paragraph', content: [{ ...plainText(source), styles: { code: true } }] }];
    const kept = keptBlock(cell.metadata['block'], source);
    if (kept) return [{ ...id, ...kept }];
    const [first, ...rest] = parseMarkdown(source, attachmentsOf(cell.attachments));
    return first ? [{ ...first, ...id }, ...rest] : [];
  });
}

const blockOfCell = z.object({ type: z.enum(['slider', 'textInput', 'dateSelector', 'selector', 'button', 'alert']), props: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])) });

/** The block a markdown cell was made of, unless the cell has been written anew since. */
function keptBlock(value: unknown, source: string): NewBlock | undefined {
  const { data } = blockOfCell.safeParse(value);
  if (!data) return undefined;
  if (data.type === 'alert') {
    const start = `> **${String(data.props['type'] ?? 'info')}:** `;
    if (!source.startsWith(start)) return undefined;
    const [quote] = parseMarkdown(source.slice(start.length).replaceAll(/^> ?/gm, ''));
    return { ...data, content: quote?.content ?? [] };
  }
  return blockMarkdown({ ...data, id: '', level: 0, text: '', codeId: null }) === source ? data : undefined;
}

function foldsOf({ jupyter, collapsed }: Readonly<Record<string, unknown>>): Pick<CodeCell, 'isCodeHidden' | 'isOutputHidden'> {
  const folds = typeof jupyter === 'object' && jupyter !== null ? jupyter as Record<string, unknown> : {};
  return { isCodeHidden: folds['source_hidden'] === true, isOutputHidden: folds['outputs_hidden'] === true || collapsed === true };
}

function attachmentsOf(attachments: Readonly<Record<string, Record<string, unknown>>>): Attachments {
  return Object.fromEntries(Object.entries(attachments).map(([name, bundle]) => {
    const [type = '', data = ''] = Object.entries(bundle)[0] ?? [];
    return [name, `data:${type};base64,${joinLines(data).replaceAll(/\s/g, '')}`];
  }));
}

function toBlock(block: TemplateBlock): NewBlock {
  const children = block.children?.map(toBlock);
  const base = { ...(block.id !== undefined && { id: block.id }), ...(children && { children }) };
  if (codeBlockNames.includes(block.type)) return { ...base, type: codeCellType, cell: cellOfTemplate(block) };
  const type: NotebookBlockType = isNotebookBlockType(block.type) ? block.type : 'paragraph';
  const { content } = block;
  if (typeof content === 'object' && !Array.isArray(content)) return { ...base, type: 'table', props: block.props, table: toTable(content) };
  return { ...base, type, props: block.props, content: toInline(content ?? '') };
}

function cellOfTemplate({ content, props }: TemplateBlock): Partial<CodeCell> {
  const isText = typeof content === 'string' || Array.isArray(content);
  const code = typeof props['code'] === 'string' && props['code'] !== '' ? props['code'] : isText ? textOf(content) : '';
  return { ...namesOf(props), code, ...ranState(outputsOf(props['output'] ?? props['outputs']), null) };
}

function outputsOf(value: unknown): WholeOutput[] {
  const list: unknown = typeof value === 'string' ? parseText(value) : value;
  if (!Array.isArray(list)) return [];
  return list.flatMap((item) => wholeOutput.safeParse(item).data ?? []);
}

/** A cell that brings outputs with it has been run. */
function ranState(outputs: WholeOutput[], executionCount: number | null): Partial<CodeCell> {
  if (outputs.length === 0) return { executionCount };
  return { outputs, executionCount, status: 'completed', outcome: outputs.some((output) => output.kind === 'traceback') ? 'error' : 'ok' };
}

function namesOf({ label, language }: Readonly<Record<string, unknown>>): Pick<CodeCell, 'label' | 'language'> {
  return {
    label: typeof label === 'string' && label.trim() !== '' ? label : idleCell.label,
    language: (codeLanguages as readonly unknown[]).includes(language) ? language as CodeLanguage : 'python',
  };
}

function toTable({ rows, headerRows }: z.output<typeof tableContent>): TableContent {
  return {
    headerRows: headerRows ?? 0,
    rows: rows.map((row) => row.cells.map((cell) => toInline(typeof cell === 'object' && !Array.isArray(cell) ? cell.content : cell))),
  };
}

function toInline(content: z.output<typeof inlineContent>): Inline[] {
  if (typeof content === 'string') return content === '' ? [] : [plainText(content)];
  return content.map((piece): Inline => piece.type === 'link' ? { ...piece, content: toInline(piece.content) as InlineText[] } : piece);
}

function textOf(content: z.output<typeof inlineContent>): string {
  if (typeof content === 'string') return content;
  return content.map((piece) => piece.type === 'link' ? textOf(piece.content) : piece.text).join('');
}
