import * as Y from 'yjs';
import { codeCellType, plainTextType } from './block-type.ts';
import { readInline } from './inline.ts';
import { toMarkdown } from './to-markdown.ts';
import { notebookFragment } from './write-blocks.ts';

/** A block of a notebook as it stands in the document. */
export interface ReadBlock {
  id: string;
  /** One of `notebookBlockTypes`, or a type that a newer client wrote. */
  type: string;
  /** Depth of indentation, 0 at the margin. */
  level: number;
  props: Readonly<Record<string, unknown>>;
  /**
   * Text with its marks as markdown, without the sign of its type (`#`, `-`); a table as markdown rows; plain text as
   * it is.
   */
  text: string;
  /** Key of the code block's data in `cells`; null for other blocks. */
  codeId: string | null;
}

/** The blocks of a notebook in reading order, nested ones after their parent. */
export function readBlocks(doc: Y.Doc): ReadBlock[] {
  return readContainers(doc).map(readContainer);
}

/** A block as an element of the document, and how far it is indented. */
export interface PlacedContainer {
  container: Y.XmlElement;
  level: number;
}

/** The elements of the blocks that `readBlocks` reads, in the same order. */
export function readContainers(doc: Y.Doc): PlacedContainer[] {
  return notebookFragment(doc)
    .toArray()
    .flatMap((node) => containersIn(node, 0));
}

/** The block with an id, or undefined. */
export function findBlock(doc: Y.Doc, blockId: string): ReadBlock | undefined {
  return readBlocks(doc).find((block) => block.id === blockId);
}

function containersIn(group: unknown, level: number): PlacedContainer[] {
  if (!(group instanceof Y.XmlElement) || group.nodeName !== 'blockGroup') return [];
  return elementsOf(group).flatMap((container) => {
    const [node, ...rest] = container.toArray();
    return node instanceof Y.XmlElement
      ? [{ container, level }, ...rest.flatMap((child) => containersIn(child, level + 1))]
      : [];
  });
}

function readContainer({ container, level }: PlacedContainer): ReadBlock {
  const node = container.get(0) as Y.XmlElement;
  const props = node.getAttributes() as Record<string, unknown>;
  const codeId = props['codeId'];
  return {
    id: String(container.getAttribute('id') ?? ''),
    type: node.nodeName,
    level,
    props,
    text: textOf(node),
    codeId: node.nodeName === codeCellType && typeof codeId === 'string' ? codeId : null,
  };
}

function textOf(node: Y.XmlElement): string {
  switch (node.nodeName) {
    case 'table':
      return tableText(node);
    case plainTextType:
      return readInline(node)
        .map(({ text }) => text)
        .join('');
    default:
      return toMarkdown(readInline(node));
  }
}

function tableText(table: Y.XmlElement): string {
  const rows = elementsOf(table).map((row) =>
    elementsOf(row).map((cell) =>
      elementsOf(cell)
        .map((part) => toMarkdown(readInline(part)))
        .join(' ')
        .replaceAll('\n', '<br>')
        .replaceAll('|', String.raw`\|`),
    ),
  );
  const width = Math.max(1, ...rows.map((row) => row.length));
  const lines = rows.map((row) => `| ${Array.from({ length: width }, (_, i) => row[i] ?? '').join(' | ')} |`);
  return [lines[0] ?? '', `|${' --- |'.repeat(width)}`, ...lines.slice(1)].join('\n');
}

function elementsOf(node: Y.XmlElement): Y.XmlElement[] {
  return node.toArray().filter((child) => child instanceof Y.XmlElement);
}
