import { z } from 'zod';
import { GromaError } from '../../error/groma-error.ts';
import { codeCellType, plainTextType } from '../block-type.ts';
import { blockMarkdown } from '../block-markdown.ts';
import { plainText } from '../inline.ts';
import { fromJupyterOutput, joinLines, toLines, withJsonOf } from '../jupyter-output.ts';
import { parseMarkdown, type Attachments } from '../parse-markdown.ts';
import { readWidgetModels, widgetStateKind } from '../widget-state.ts';
import { WidgetViews } from '../widget-views.ts';
import type { NewBlock } from '../new-block.ts';
import { foldsOf, namesOf, ranState } from './cell-metadata.ts';
import { checkTemplate } from './check-template.ts';
import { compactJson, jupyterLayout, layoutOf, parseExactJson } from './exact-json.ts';
import { fileLanguage, type FileLanguage } from './file-language.ts';
import { packOutputs } from './kept-outputs.ts';
import { upgradeNotebook } from './upgrade.ts';

type Json = Record<string, unknown>;

const jupyterCell = z.looseObject({
  cell_type: z.string(),
  source: z.union([z.string(), z.array(z.string())]).default(''),
  metadata: z.record(z.string(), z.unknown()).default({}),
  outputs: z.array(z.unknown()).default([]),
  execution_count: z.int().min(0).nullish().catch(null),
  attachments: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
});
type JupyterCell = z.output<typeof jupyterCell>;
const jupyterNotebook = z.looseObject({
  nbformat: z.literal(4),
  cells: z.array(jupyterCell),
  metadata: z
    .looseObject({
      widgets: z
        .looseObject({ [widgetStateKind]: z.looseObject({ state: z.record(z.string(), z.unknown()) }) })
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
});

/** A notebook to be made: its blocks and, of a Jupyter file, that file without its cells, as JSON. */
export interface NewNotebook {
  blocks: NewBlock[];
  file?: string;
}

/**
 * Reads a Jupyter notebook. What a block does not say of its cell is kept with it, so that it comes back; `text` is the
 * file, where it is known: numbers and layout come back too.
 * @throws GromaError BAD_NOTEBOOK_TEMPLATE
 */
export function readJupyter(value: unknown, text?: string): NewNotebook {
  const version = typeof value === 'object' && value !== null && 'nbformat' in value ? value.nbformat : undefined;
  refuseVersion(version);
  const upgraded = typeof value === 'object' ? upgradeNotebook(value as Json) : value;
  const { cells, metadata } = checkTemplate(jupyterNotebook, upgraded);
  const exact = (version === 4 && text !== undefined ? parseExactJson(text) : upgraded) as Json & { cells: Json[] };
  const layout = version === 4 && text !== undefined ? layoutOf(text, exact) : jupyterLayout;
  const views = new WidgetViews(readWidgetModels(metadata?.widgets?.[widgetStateKind].state));
  return {
    blocks: cells.flatMap((cell, i): NewBlock[] =>
      blocksOf(cell, exact.cells[i]!, { views, isSorted: layout.isSorted, language: fileLanguage(metadata) }),
    ),
    file: compactJson({ layout, notebook: { ...exact, cells: null } }),
  };
}

/** Those of another format are named, for they are notebooks all the same. */
function refuseVersion(version: unknown): void {
  if (typeof version !== 'number' || [1, 2, 3, 4].includes(version)) return;
  throw new GromaError('BAD_NOTEBOOK_TEMPLATE', {
    detail: `it is of nbformat ${version}, and only nbformat 1 to 4 can be read. Open it in Jupyter and save it as nbformat 4.`,
  });
}

interface OfFile {
  views: WidgetViews;
  isSorted: boolean;
  language: FileLanguage;
}

function blocksOf(cell: JupyterCell, exact: Json, ofFile: OfFile): NewBlock[] {
  const source = joinLines(cell.source);
  const id = idOf(exact['id']) ?? idOf(cell.metadata['blockId']);
  const withId = (block: NewBlock): NewBlock => (id === undefined ? block : { ...block, id });
  if (cell.cell_type === 'code') return [withId(codeBlockOf(cell, source, exact, ofFile))];
  const whole: Pick<NewBlock, 'lines'> = { lines: [0, linesOf(source).length] };
  const origin = compactJson(exact);
  if (cell.cell_type !== 'markdown')
    return [
      withId({ ...whole, origin, type: plainTextType, props: { language: 'raw' }, content: [plainText(source)] }),
    ];
  const kept = keptBlock(cell.metadata['block'], source);
  if (kept) return [withId({ ...whole, ...kept, origin })];
  const [first, ...rest] = parseMarkdown(source, attachmentsOf(cell.attachments));
  return [withId({ ...(first ?? { ...whole, type: 'paragraph' }), origin }), ...rest];
}

/** The lines of a text as `lines` of its blocks count them. */
export function linesOf(source: string): string[] {
  return source.replaceAll(/\r\n?/g, '\n').split('\n');
}

function idOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w-]{1,64}$/.test(value) ? value : undefined;
}

function codeBlockOf(cell: JupyterCell, source: string, exact: Json, { views, isSorted, language }: OfFile): NewBlock {
  const executionCount = cell.execution_count ?? null;
  const exactOutputs = Array.isArray(exact['outputs']) ? exact['outputs'] : [];
  const shown = cell.outputs.map((output, i) => {
    const seen = fromJupyterOutput(withJsonOf(output as Json, exactOutputs[i]));
    return seen && views.withModels(seen);
  });
  const outputs = shown.filter((output) => output !== null);
  const keptOutputs = Array.isArray(exact['outputs'])
    ? packOutputs(exact['outputs'], shown, executionCount, isSorted)
    : null;
  return {
    type: codeCellType,
    cell: {
      ...namesOf(cell.metadata, language),
      ...foldsOf(cell.metadata),
      code: codeOf(source),
      ...ranState(outputs, executionCount),
      kept: compactJson(withoutOwn(exact, source)),
      ...(keptOutputs !== null && { keptOutputs }),
    },
  };
}

/** Code as an editor has it, whose lines end in one sign. */
export function codeOf(source: string): string {
  return source.replaceAll(/\r\n?/g, '\n');
}

/** The cell without what its block says; a key keeps its place. A source that is not as Jupyter writes it stays. */
function withoutOwn(exact: Json, source: string): Json {
  const isAsWritten = JSON.stringify(exact['source']) === JSON.stringify(toLines(source)) && source === codeOf(source);
  return {
    ...exact,
    ...('source' in exact && isAsWritten && { source: null }),
    ...('outputs' in exact && { outputs: null }),
    ...('execution_count' in exact && { execution_count: null }),
  };
}

const blockOfCell = z.object({
  type: z.enum(['slider', 'textInput', 'dateSelector', 'dataInput', 'selector', 'button', 'alert']),
  props: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});

/** The block a markdown cell was made of, unless the cell has been written again since. */
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

function attachmentsOf(attachments: Readonly<Record<string, Record<string, unknown>>>): Attachments {
  return Object.fromEntries(
    Object.entries(attachments).map(([name, bundle]) => {
      const [type = '', data = ''] = Object.entries(bundle)[0] ?? [];
      return [name, `data:${type};base64,${joinLines(data).replaceAll(/\s/g, '')}`];
    }),
  );
}
