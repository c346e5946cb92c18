import type * as Y from 'yjs';
import { blockMarkdown, numberOf } from './block-markdown.ts';
import type { NotebookBlockType } from './block-type.ts';
import { cellOf, idleCell, readCell, type CodeCell } from './cell.ts';
import { newId } from '../id.ts';
import { changeMetadata } from './jupyter-file/cell-metadata.ts';
import { fileLanguage, type FileLanguage } from './jupyter-file/file-language.ts';
import {
  jupyterLayout,
  parseExactJson,
  readLayout,
  writeExactJson,
  type JsonLayout,
} from './jupyter-file/exact-json.ts';
import {
  isRecord,
  jupyterFile,
  notebookKey,
  readKeptJson,
  readKeptRecord,
  type WholeOutputs,
} from './jupyter-file/kept.ts';
import { unpackOutputs } from './jupyter-file/kept-outputs.ts';
import { codeOf } from './jupyter-file/read-jupyter.ts';
import { Origins, type PlacedBlock } from './jupyter-file/write-texts.ts';
import { joinLines, toJupyterOutputs, toLines } from './jupyter-output.ts';
import { widgetKind, type NotebookOutput, type WholeOutput } from './output.ts';
import { readBlocks, readContainers, type ReadBlock } from './read-blocks.ts';
import { readWidgetModels, widgetStateKind, type WidgetModels } from './widget-state.ts';

type Json = Record<string, unknown>;

const keptTypes: ReadonlySet<string> = new Set([
  'slider',
  'textInput',
  'dateSelector',
  'dataInput',
  'selector',
  'button',
  'alert',
] satisfies NotebookBlockType[]);

/** A cell of a Jupyter notebook; one that came from a file may hold more. */
export interface JupyterCell {
  cell_type: string;
  metadata: Json;
  source: string | string[];
  id?: string;
  execution_count?: number | null;
  outputs?: unknown[];
}

/** A Jupyter notebook of nbformat 4 (NBK-106, NBK-129). */
export interface JupyterNotebook {
  nbformat: 4;
  nbformat_minor: number;
  metadata: Json;
  cells: JupyterCell[];
}

/** A notebook document as the text of a Jupyter file, laid out as that which it came from, or as Jupyter does. */
export function toIpynbText(doc: Y.Doc, name: string, whole: WholeOutputs = new Map()): string {
  return writeExactJson(toIpynb(doc, name, whole), fileOf(doc, whole)?.layout ?? jupyterLayout);
}

/**
 * A notebook document as a Jupyter notebook: a code cell for each code block, with its outputs, and a Markdown cell for
 * each other block that says something, or for those that came from one cell. What came from a Jupyter file and has not
 * changed is as it was there. Of cells made here, `metadata.blockId` or, since nbformat 4.5, `id` is the id of the
 * block, and `level` its indentation. `whole` holds what is kept beside the document; an output that it lacks is left
 * out.
 */
export function toIpynb(doc: Y.Doc, name: string, whole: WholeOutputs = new Map()): JupyterNotebook {
  const file = fileOf(doc, whole)?.notebook ?? newFile(name);
  const hasIds = typeof file['nbformat_minor'] === 'number' && file['nbformat_minor'] >= 5;
  const blocks = readBlocks(doc);
  const cells =
    isUntouched(doc, blocks) && 'cells' in file
      ? []
      : withOwnIds(
          new CellWriter(doc, whole, { hasIds, language: fileLanguage(file['metadata']) }).cells(blocks),
          hasIds,
        );
  return {
    ...file,
    metadata: withModels(
      file['metadata'] as Json,
      Object.assign({}, ...blocks.map((block) => modelsIn(doc, block, whole))) as WidgetModels,
    ),
    cells,
  } as JupyterNotebook;
}

/** The empty block that stands in a notebook of a file without cells. */
function isUntouched(doc: Y.Doc, [first, ...others]: readonly ReadBlock[]): boolean {
  const live = first?.codeId == null ? undefined : cellOf(doc, first.codeId);
  const cell = live && readCell(live);
  return others.length === 0 && cell?.code === '' && cell.kept === undefined && cell.outputs.length === 0;
}

/** Writes the cells of a notebook in the order of its blocks. */
class CellWriter {
  readonly #doc: Y.Doc;
  readonly #whole: WholeOutputs;
  readonly #hasIds: boolean;
  readonly #language: FileLanguage;
  readonly #origins: Origins;

  constructor(doc: Y.Doc, whole: WholeOutputs, { hasIds, language }: { hasIds: boolean; language: FileLanguage }) {
    this.#doc = doc;
    this.#whole = whole;
    this.#hasIds = hasIds;
    this.#language = language;
    this.#origins = new Origins(doc, whole);
  }

  cells(blocks: readonly ReadBlock[]): JupyterCell[] {
    const placed = readContainers(this.#doc).map((each, i): PlacedBlock => ({ ...each, block: blocks[i]! }));
    const written = new Set<string>();
    const cells: JupyterCell[] = [];
    for (let at = 0; at < placed.length;) {
      const { block } = placed[at]!;
      const key = block.codeId === null ? this.#origins.keyOf(placed[at]!) : undefined;
      const end = key === undefined ? at + 1 : this.#origins.endOf(placed, at);
      const cell = key === undefined || written.has(key) ? undefined : this.#cellOfOrigin(key, placed.slice(at, end));
      if (cell) {
        cells.push(cell);
        written.add(key!);
      } else for (let each = at; each < end; each++) cells.push(...this.#cellOfBlock(blocks, each));
      at = end;
    }
    return cells;
  }

  #cellOfOrigin(key: string, placed: readonly PlacedBlock[]): JupyterCell | undefined {
    const cell = this.#origins.cellOf(key, placed) as JupyterCell | undefined;
    const { block } = placed[0]!;
    // An input block says in the metadata what Markdown cannot.
    return cell && cell.metadata?.['block'] !== undefined && keptTypes.has(block.type)
      ? { ...cell, metadata: { ...cell.metadata, ...keptOf(block) } }
      : cell;
  }

  #cellOfBlock(blocks: readonly ReadBlock[], i: number): JupyterCell[] {
    const block = blocks[i]!;
    if (block.codeId !== null) return [this.#codeCell(block, block.codeId)];
    const source = blockMarkdown(block, numberOf(blocks, i));
    if (source === '' && !keptTypes.has(block.type)) return [];
    return [
      {
        cell_type: 'markdown',
        ...this.#idOf(block),
        metadata: { ...this.#metadataOf(block), ...(keptTypes.has(block.type) && keptOf(block)) },
        source: toLines(source),
      },
    ];
  }

  #codeCell(block: ReadBlock, codeId: string): JupyterCell {
    const live = cellOf(this.#doc, codeId);
    const cell: CodeCell = live ? readCell(live) : { ...idleCell, code: '', outputs: [] };
    const from = readKeptRecord(cell.kept, this.#whole) as JupyterCell | undefined;
    const own: JupyterCell = {
      cell_type: 'code',
      ...this.#idOf(block),
      execution_count: null,
      metadata: this.#metadataOf(block),
      outputs: [],
      source: [],
    };
    const { metadata, source } = from ?? own;
    const isAsItWas = source !== null && source !== undefined && codeOf(joinLines(source)) === cell.code;
    const made = {
      ...(from ?? own),
      metadata: changeMetadata(metadata ?? {}, cell, this.#language),
      source: isAsItWas ? source : toLines(cell.code),
      execution_count: cell.executionCount,
      outputs: this.#outputsOf(cell),
    };
    return from ? withoutNew(from, made) : made;
  }

  #outputsOf({ outputs, executionCount, keptOutputs }: CodeCell): unknown[] {
    const shown = outputs.flatMap((output) => wholeOf(output, this.#whole));
    return (
      unpackOutputs(readKeptJson(keptOutputs, this.#whole), shown) ??
      toJupyterOutputs(shown, executionCount, parseExactJson)
    );
  }

  #idOf({ id }: ReadBlock): { id?: string } {
    return this.#hasIds ? { id } : {};
  }

  #metadataOf({ id, level }: ReadBlock): Json {
    return { ...(!this.#hasIds && { blockId: id }), ...(level > 0 && { level }) };
  }
}

/** What the file had no word of and is as where there is none stays away. */
function withoutNew(from: JupyterCell, made: JupyterCell): JupyterCell {
  const isEmpty = (value: unknown): boolean =>
    value === null || (typeof value === 'object' && Object.keys(value).length === 0);
  return Object.fromEntries(
    Object.entries(made).filter(([key, value]) => key in from || !isEmpty(value)),
  ) as unknown as JupyterCell;
}

/** A block that Markdown cannot say whole, so that it comes back as it was. */
function keptOf({ type, props }: ReadBlock): Json {
  return { block: { type, props: { ...props } } };
}

/** Ids are kept once: a copied block has a cell of its own. */
function withOwnIds(cells: JupyterCell[], hasIds: boolean): JupyterCell[] {
  if (!hasIds) return cells.map(({ id: _id, ...cell }) => cell);
  const used = new Set<string>();
  return cells.map((cell) => {
    const id = typeof cell.id === 'string' && /^[\w-]{1,64}$/.test(cell.id) && !used.has(cell.id) ? cell.id : newId();
    used.add(id);
    return cell.id === id ? cell : { ...cell, id };
  });
}

interface KeptFile {
  layout: JsonLayout;
  notebook: Json;
}

/** The Jupyter file that a notebook came from, without its cells. */
function fileOf(doc: Y.Doc, whole: WholeOutputs): KeptFile | undefined {
  const { layout, notebook } = readKeptRecord(jupyterFile(doc).get(notebookKey), whole) ?? {};
  return isRecord(notebook) ? { layout: readLayout(layout), notebook } : undefined;
}

function newFile(name: string): Json {
  return {
    nbformat: 4,
    nbformat_minor: 4,
    metadata: {
      title: name,
      kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' },
      language_info: { name: 'python' },
    },
  };
}

/** The models of the widgets that outputs show; those of the file are as they were there. */
function withModels(metadata: Json | undefined, models: WidgetModels): Json | undefined {
  const widgets = (metadata?.['widgets'] ?? {}) as Json;
  const known = (widgets[widgetStateKind] ?? {}) as { state?: Json };
  const missing = Object.entries(models).filter(([id]) => !Object.hasOwn(known.state ?? {}, id));
  if (missing.length === 0) return metadata;
  return {
    ...metadata,
    widgets: {
      ...widgets,
      [widgetStateKind]: {
        version_major: 2,
        version_minor: 0,
        ...known,
        state: { ...known.state, ...Object.fromEntries(missing) },
      },
    },
  };
}

function modelsIn(doc: Y.Doc, { codeId }: ReadBlock, whole: WholeOutputs): WidgetModels {
  const live = codeId === null ? undefined : cellOf(doc, codeId);
  const outputs = live ? readCell(live).outputs.flatMap((output) => wholeOf(output, whole)) : [];
  return Object.assign(
    {},
    ...outputs.flatMap((output) => (output.kind === widgetKind ? [readWidgetModels(output.state)] : [])),
  ) as WidgetModels;
}

function wholeOf(output: NotebookOutput, whole: WholeOutputs): WholeOutput[] {
  if (output.kind !== 'stored') return [output];
  const found = whole.get(output.id);
  return found ? [found] : [];
}
