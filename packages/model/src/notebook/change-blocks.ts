import * as Y from 'yjs';
import { replaceText } from '../file/text-change.ts';
import { blockMarkdown } from './block-markdown.ts';
import { codeCellType, type CodeLanguage } from './block-type.ts';
import { cellCode, cellOf, ensureCell, readCellState } from './cell.ts';
import type { NewBlock } from './new-block.ts';
import { packNode, unpackNode, type PackedNode } from './packed-block.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { readBlocks, readContainers } from './read-blocks.ts';
import { containerOf, notebookFragment } from './write-blocks.ts';

/** Where a block stands: behind another, or as the first in one; the first of the notebook without both. */
export interface BlockPlace {
  after?: string;
  inside?: string;
}

/** A cell of a notebook as its source: code, or a text as Markdown. */
export interface SourceCell {
  id: string;
  /** Of code: its language, `other` for one that nothing here runs; null for text and controls. */
  language: CodeLanguage | 'other' | null;
  label: string | null;
  source: string;
  /** Whether it is what its source says: controls and pictures are more, and only deleted or moved by source. */
  isEditable: boolean;
}

const textTypes = new Set([
  'paragraph',
  'heading',
  'bulletListItem',
  'numberedListItem',
  'checkListItem',
  'quote',
  'divider',
  'table',
  'codeBlock',
]);

/** The blocks of a notebook as sources, in reading order. */
export function sourceCells(doc: Y.Doc): SourceCell[] {
  return readBlocks(doc).map((block) => {
    const cell = block.codeId === null ? undefined : cellOf(doc, block.codeId);
    if (cell === undefined)
      return {
        id: block.id,
        language: null,
        label: null,
        source: blockMarkdown(block),
        isEditable: textTypes.has(block.type),
      };
    const { language, label } = readCellState(cell);
    return { id: block.id, language, label, source: cellCode(cell).toString(), isEditable: true };
  });
}

/** What blocks say together, as one text; undefined where one of them is not there. */
export function sourceOf(doc: Y.Doc, ids: readonly string[]): string | undefined {
  const known = new Map(sourceCells(doc).map((cell) => [cell.id, cell.source]));
  const sources = ids.map((id) => known.get(id));
  return sources.includes(undefined) ? undefined : sources.join('\n\n');
}

/**
 * Puts a cell into a notebook; a text of several blocks becomes as many. Gives their ids, of which the first is `id`.
 */
export function insertCell(
  doc: Y.Doc,
  { id, language, label, source }: Pick<SourceCell, 'id' | 'language' | 'label' | 'source'>,
  place: BlockPlace,
): string[] {
  const used = new Set(readContainers(doc).map(({ container }) => idOf(container)));
  const blocks: NewBlock[] =
    language === null
      ? blocksOf(source)
      : [{ type: codeCellType, cell: { code: source, language, ...(label !== null && { label }) } }];
  const containers = blocks.map((block, i) => containerOf(doc, i === 0 ? { ...block, id } : block, used));
  insertAt(doc, containers, place);
  return containers.map(idOf);
}

/**
 * Gives the blocks of a cell another source, by the least change of code. Gives the ids of its blocks then; the first
 * one stays.
 */
export function replaceCell(doc: Y.Doc, [id, ...others]: readonly string[], source: string): string[] {
  const container = containerAt(doc, id!);
  const node = container?.get(0);
  if (!container || !(node instanceof Y.XmlElement)) return [];
  const codeId = node.getAttribute('codeId');
  if (node.nodeName === codeCellType && codeId !== undefined) {
    replaceText(cellCode(ensureCell(doc, codeId)), source);
    return [id!];
  }
  for (const other of others) removeBlock(doc, other);
  const used = new Set(readContainers(doc).map((each) => idOf(each.container)));
  const [first, ...rest] = blocksOf(source).map((block) => containerOf(doc, block, used));
  // An element that is in no document yet cannot be read: it is put in first, then parted.
  insertAt(doc, [first!, ...rest], { after: id! });
  const made = [first!, ...rest].map(idOf);
  const [own, ...inside] = first!
    .toArray()
    .filter((child) => child instanceof Y.XmlElement)
    .map(packNode);
  container.delete(0, 1);
  container.insert(0, [unpackNode(own!)]);
  if (inside.length > 0 && container.length === 1) container.insert(1, inside.map(unpackNode));
  removeBlock(doc, made[0]!);
  return [id!, ...made.slice(1)];
}

/** Takes a block with all in it out of a notebook, and gives what brings it back; undefined where it is not there. */
export function removeBlock(doc: Y.Doc, id: string): { packed: PackedNode; place: BlockPlace } | undefined {
  const container = containerAt(doc, id);
  if (!container) return undefined;
  const taken = { packed: packNode(container), place: placeOf(container) };
  const group = container.parent as Y.XmlElement;
  group.delete(group.toArray().indexOf(container), 1);
  if (group.length > 0) return taken;
  const owner = group.parent;
  // An editor wants a block in a notebook, and none in an empty group of another block.
  if (owner instanceof Y.XmlElement) owner.delete(owner.toArray().indexOf(group), 1);
  else group.insert(0, [containerOf(doc, { type: 'paragraph' }, new Set())]);
  return taken;
}

/** The same of the block alone: blocks in it stand in its place then. */
export function takeOutBlock(doc: Y.Doc, id: string): { packed: PackedNode; place: BlockPlace } | undefined {
  const container = containerAt(doc, id);
  if (!container) return undefined;
  const inner = container.toArray().find((child) => child instanceof Y.XmlElement && child.nodeName === 'blockGroup');
  if (inner instanceof Y.XmlElement) {
    const children = inner.toArray().filter((child) => child instanceof Y.XmlElement);
    const copies = children.map((child) => unpackNode(packNode(child)) as Y.XmlElement);
    container.delete(container.toArray().indexOf(inner), 1);
    insertAt(doc, copies, { after: id });
  }
  return removeBlock(doc, id);
}

/** Brings back what `removeBlock` and `takeOutBlock` gave. */
export function restoreBlock(doc: Y.Doc, packed: PackedNode, place: BlockPlace): void {
  insertAt(doc, [unpackNode(packed) as Y.XmlElement], place);
}

/** Where a block stands; undefined where it is not there. */
export function placeOfBlock(doc: Y.Doc, id: string): BlockPlace | undefined {
  const container = containerAt(doc, id);
  return container && placeOf(container);
}

function blocksOf(source: string): NewBlock[] {
  const blocks = parseMarkdown(source);
  return blocks.length > 0 ? blocks : [{ type: 'paragraph' }];
}

/** A place that is no more is the end of the notebook. */
function insertAt(doc: Y.Doc, containers: Y.XmlElement[], { after, inside }: BlockPlace): void {
  if (after !== undefined) {
    const before = containerAt(doc, after);
    const group = before ? (before.parent as Y.XmlElement) : rootGroup(doc);
    group.insert(before ? group.toArray().indexOf(before) + 1 : group.length, containers);
    return;
  }
  const owner = inside === undefined ? undefined : containerAt(doc, inside);
  if (!owner) {
    const group = rootGroup(doc);
    group.insert(inside === undefined ? 0 : group.length, containers);
    return;
  }
  const known = owner.toArray().find((child) => child instanceof Y.XmlElement && child.nodeName === 'blockGroup');
  const group = (known as Y.XmlElement | undefined) ?? new Y.XmlElement('blockGroup');
  if (!known) owner.insert(1, [group]);
  group.insert(0, containers);
}

function rootGroup(doc: Y.Doc): Y.XmlElement {
  const fragment = notebookFragment(doc);
  const known = fragment.toArray().find((node) => node instanceof Y.XmlElement && node.nodeName === 'blockGroup');
  if (known) return known as Y.XmlElement;
  const group = new Y.XmlElement('blockGroup');
  fragment.insert(0, [group]);
  return group;
}

function containerAt(doc: Y.Doc, id: string): Y.XmlElement | undefined {
  return readContainers(doc).find(({ container }) => idOf(container) === id)?.container;
}

function placeOf(container: Y.XmlElement): BlockPlace {
  const group = container.parent as Y.XmlElement;
  const before = group.toArray()[group.toArray().indexOf(container) - 1];
  if (before instanceof Y.XmlElement) return { after: idOf(before) };
  return group.parent instanceof Y.XmlElement ? { inside: idOf(group.parent) } : {};
}

function idOf(container: Y.XmlElement): string {
  return String(container.getAttribute('id') ?? '');
}
