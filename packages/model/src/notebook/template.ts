import { z } from 'zod';
import { GromaError } from '../error/groma-error.ts';
import { codeCellType, isNotebookBlockType, type NotebookBlockType } from './block-type.ts';
import type { CodeCell } from './cell.ts';
import { plainText, type Inline, type InlineText } from './inline.ts';
import { namesOf, ranState } from './jupyter-file/cell-metadata.ts';
import { checkTemplate, refuseDepth } from './jupyter-file/check-template.ts';
import { readJupyter, type NewNotebook } from './jupyter-file/read-jupyter.ts';
import { mediaKinds } from './media-kind.ts';
import { widgetKind, type WholeOutput } from './output.ts';
import type { NewBlock, TableContent } from './new-block.ts';

const styles = z.record(z.string(), z.union([z.boolean(), z.string()])).default({});
const textPiece = z.object({ type: z.literal('text'), text: z.string(), styles });
const inlineContent = z.union([
  z.string(),
  z.array(
    z.union([
      textPiece,
      z.object({ type: z.literal('link'), href: z.string(), content: z.union([z.string(), z.array(textPiece)]) }),
    ]),
  ),
]);
const tableCell = z.union([inlineContent, z.looseObject({ content: inlineContent })]);
const tableContent = z.looseObject({
  type: z.literal('tableContent'),
  headerRows: z.number().optional(),
  rows: z.array(z.object({ cells: z.array(tableCell) })),
});
const templateBlock = z.looseObject({
  id: z.string().optional(),
  type: z.string(),
  props: z.record(z.string(), z.unknown()).default({}),
  content: z.union([inlineContent, tableContent]).optional(),
  get children() {
    return z.array(templateBlock).optional();
  },
});
type TemplateBlock = z.output<typeof templateBlock>;

const wholeOutput = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['text', 'stderr', 'text/plain', 'text/markdown', 'text/latex', 'application/javascript']),
    text: z.string(),
  }),
  z.object({ kind: z.literal('image/svg+xml'), svg: z.string() }),
  z.object({ kind: z.enum(['application/json', 'application/geo+json']), json: z.string() }),
  z.object({ kind: z.enum(mediaKinds), data: z.base64() }),
  z.object({ kind: z.literal('traceback'), name: z.string(), message: z.string(), text: z.string() }),
  z.object({
    kind: z.enum(['image/png', 'image/jpeg']),
    data: z.base64(),
    width: z.number().exactOptional(),
    height: z.number().exactOptional(),
  }),
  z.object({ kind: z.literal('text/html'), html: z.string(), text: z.string().exactOptional() }),
  z.object({ kind: z.literal(widgetKind), model: z.string(), state: z.string(), text: z.string().exactOptional() }),
]);

/** Names under which a template may call a code block. */
const codeBlockNames = [codeCellType, 'codeBlock', 'code'];

/**
 * Reads the template of a new notebook (NBK-035): a Jupyter notebook of nbformat 1 to 4, or a list of blocks in the
 * editor's JSON form, either as a value or as JSON text. Code blocks of a list may be called `codeCell`, `codeBlock` or
 * `code`; their code is their content or prop `code`, and `label`, `language` and `output` are props. No template, or
 * an empty one, gives no blocks.
 * @throws GromaError BAD_NOTEBOOK_TEMPLATE
 */
export function readTemplate(template: unknown): NewNotebook {
  const value = typeof template === 'string' ? parseText(template) : template;
  if (value === undefined || value === null || value === '') return { blocks: [] };
  refuseDepth(value);
  if (Array.isArray(value)) return { blocks: checkTemplate(z.array(templateBlock), value).map(toBlock) };
  return readJupyter(value, typeof template === 'string' ? template : undefined);
}

/** The blocks of a template alone. @throws GromaError BAD_NOTEBOOK_TEMPLATE */
export function fromTemplate(template: unknown): NewBlock[] {
  return readTemplate(template).blocks;
}

function parseText(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new GromaError('BAD_NOTEBOOK_TEMPLATE', { detail: 'it is not JSON.' });
  }
}

function toBlock(block: TemplateBlock): NewBlock {
  const children = block.children?.map(toBlock);
  const base = { ...(block.id !== undefined && { id: block.id }), ...(children && { children }) };
  if (codeBlockNames.includes(block.type)) return { ...base, type: codeCellType, cell: cellOfTemplate(block) };
  const type: NotebookBlockType = isNotebookBlockType(block.type) ? block.type : 'paragraph';
  const { content } = block;
  if (typeof content === 'object' && !Array.isArray(content))
    return { ...base, type: 'table', props: block.props, table: toTable(content) };
  return { ...base, type, props: block.props, content: toInline(content ?? '') };
}

function cellOfTemplate({ content, props }: TemplateBlock): Partial<CodeCell> {
  const isText = typeof content === 'string' || Array.isArray(content);
  const code =
    typeof props['code'] === 'string' && props['code'] !== '' ? props['code'] : isText ? textOf(content) : '';
  return { ...namesOf(props), code, ...ranState(outputsOf(props['output'] ?? props['outputs']), null) };
}

function outputsOf(value: unknown): WholeOutput[] {
  const list: unknown = typeof value === 'string' ? parseText(value) : value;
  if (!Array.isArray(list)) return [];
  return list.flatMap((item) => wholeOutput.safeParse(item).data ?? []);
}

function toTable({ rows, headerRows }: z.output<typeof tableContent>): TableContent {
  return {
    headerRows: headerRows ?? 0,
    rows: rows.map((row) =>
      row.cells.map((cell) => toInline(typeof cell === 'object' && !Array.isArray(cell) ? cell.content : cell)),
    ),
  };
}

function toInline(content: z.output<typeof inlineContent>): Inline[] {
  if (typeof content === 'string') return content === '' ? [] : [plainText(content)];
  return content.map((piece): Inline =>
    piece.type === 'link' ? { ...piece, content: toInline(piece.content) as InlineText[] } : piece,
  );
}

function textOf(content: z.output<typeof inlineContent>): string {
  if (typeof content === 'string') return content;
  return content.map((piece) => (piece.type === 'link' ? textOf(piece.content) : piece.text)).join('');
}
