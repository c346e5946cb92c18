import * as Y from 'yjs';
import { newId } from '../id.ts';
import {
  alertTypes,
  codeCellType,
  isNotebookBlockType,
  notebookBlockTypes,
  type BlockProp,
  type BlockType,
  type NotebookBlockType,
} from './block-type.ts';
import { ensureCell } from './cell.ts';
import { inlineNodes, type Inline } from './inline.ts';
import { jupyterFile, notebookKey } from './jupyter-file/kept.ts';
import { writeOrigins } from './jupyter-file/write-origins.ts';
import type { NewBlock, TableContent } from './new-block.ts';
import type { Kept } from './output.ts';
import { isSafePicture } from './safe-link.ts';

/** Fragment of a notebook document that the editor binds to. */
export function notebookFragment(doc: Y.Doc): Y.XmlFragment {
  return doc.getXmlFragment('blocks');
}

/**
 * Writes the blocks of a new notebook into an empty document, in the editor's encoding: `blockGroup` holds a
 * `blockContainer` with an `id` for each block, which holds the block's node and, for children, a `blockGroup`.
 * An editor requires at least one block, so that none at all becomes one empty code block. `file` is the Jupyter file
 * without its cells that the notebook is made of.
 */
export function createNotebookDocument(doc: Y.Doc, blocks: readonly NewBlock[] = [], file?: Kept): void {
  doc.transact(() => {
    const used = new Set<string>();
    const group = groupOf(doc, blocks.length > 0 ? blocks : [{ type: codeCellType }], used);
    notebookFragment(doc).insert(0, [group]);
    if (file !== undefined) jupyterFile(doc).set(notebookKey, file);
    writeOrigins(doc, blocks, group);
  });
}

function groupOf(doc: Y.Doc, blocks: readonly NewBlock[], used: Set<string>): Y.XmlElement {
  const group = new Y.XmlElement('blockGroup');
  group.insert(
    0,
    blocks.map((block) => containerOf(doc, block, used)),
  );
  return group;
}

/** The element of a new block, to be put into a group. `used` are ids that others have; its own are added. */
export function containerOf(doc: Y.Doc, block: NewBlock, used: Set<string>): Y.XmlElement {
  const container = new Y.XmlElement('blockContainer');
  const id = block.id !== undefined && /^[\w-]{1,64}$/.test(block.id) && !used.has(block.id) ? block.id : newId();
  used.add(id);
  container.setAttribute('id', id);
  const children = block.children ?? [];
  container.insert(0, [nodeOf(doc, block), ...(children.length > 0 ? [groupOf(doc, children, used)] : [])]);
  return container;
}

function nodeOf(doc: Y.Doc, block: NewBlock): Y.XmlElement {
  const type = isNotebookBlockType(block.type) ? block.type : 'paragraph';
  const node = new Y.XmlElement(type);
  setProps(node, propsOf(type, block.props ?? {}));
  if (type === codeCellType) {
    const codeId = newId();
    ensureCell(doc, codeId, block.cell);
    node.setAttribute('codeId', codeId);
  }
  const { content } = notebookBlockTypes[type];
  if (content === 'inline') node.insert(0, inlineNodes(block.content ?? []));
  if (content === 'plain')
    node.insert(0, [
      new Y.XmlText(
        (block.content ?? [])
          .map((piece) => (piece.type === 'text' ? piece.text : ''))
          .join('')
          .replaceAll(/\r\n?/g, '\n'),
      ),
    ]);
  if (content === 'table') node.insert(0, tableRows(block.table ?? { headerRows: 0, rows: [[[]]] }));
  return node;
}

function propsOf(type: NotebookBlockType, given: Readonly<Record<string, unknown>>): Record<string, BlockProp> {
  const { props, optional = {} }: BlockType = notebookBlockTypes[type];
  const known = Object.entries(props).map(([name, preset]): [string, BlockProp] => [
    name,
    isValid(type, name, given[name], preset) ? (given[name] as BlockProp) : preset,
  ]);
  const extra = Object.entries(optional)
    .filter(([name, kind]) => typeof given[name] === kind)
    .map(([name]): [string, BlockProp] => [name, given[name] as BlockProp]);
  const all = Object.fromEntries([...known, ...extra]);
  if (type === 'heading' && ![1, 2, 3, 4, 5, 6].includes(all['level'] as number)) all['level'] = 3;
  if (type === 'image' && !isSafePicture(String(all['url']))) all['url'] = '';
  return all;
}

function tableRows({ headerRows, rows }: TableContent): Y.XmlElement[] {
  const columns = Math.max(1, ...rows.map((row) => row.length));
  return rows.map((cells, i) => {
    const row = new Y.XmlElement('tableRow');
    row.insert(
      0,
      Array.from({ length: columns }, (_, k) =>
        tableCell(i < headerRows ? 'tableHeader' : 'tableCell', cells[k] ?? []),
      ),
    );
    return row;
  });
}

function tableCell(name: string, content: readonly Inline[]): Y.XmlElement {
  const cell = new Y.XmlElement(name);
  setProps(cell, { textColor: 'default', backgroundColor: 'default', textAlignment: 'left', colspan: 1, rowspan: 1 });
  const paragraph = new Y.XmlElement('tableParagraph');
  paragraph.insert(0, inlineNodes(content));
  cell.insert(0, [paragraph]);
  return cell;
}

function isValid(type: NotebookBlockType, name: string, value: unknown, preset: BlockProp): boolean {
  if (type === 'alert' && name === 'type') return (alertTypes as readonly unknown[]).includes(value);
  return typeof value === typeof preset;
}

/** Yjs stores numbers and booleans as they are, which its types do not say. */
function setProps(element: Y.XmlElement, props: Readonly<Record<string, BlockProp>>): void {
  for (const [name, value] of Object.entries(props)) element.setAttribute(name, value as string);
}
