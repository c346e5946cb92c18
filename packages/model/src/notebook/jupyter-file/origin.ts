import { toBase64 } from 'lib0/buffer';
import { digest } from 'lib0/hash/sha256';
import * as Y from 'yjs';
import { isNotebookBlockType, notebookBlockTypes, type BlockType } from '../block-type.ts';
import { readInline } from '../inline.ts';
import type { Kept } from '../output.ts';

/** Some blocks that one part of a cell's source became, and that part: its first line, and the line after it. */
export interface OriginPart {
  ids: readonly string[];
  /** What the blocks said then, from `printOf`. */
  print: string;
  from: number;
  to: number;
}

/** The cell of a Jupyter file that some blocks came from, as JSON, and its parts in order. */
export interface Origin {
  kept: Kept;
  parts: readonly OriginPart[];
}

/** What the document holds for an origin, or undefined where a client has spoilt it. */
export function readOrigin(value: unknown): Origin | undefined {
  const { kept, parts } = (value ?? {}) as Partial<Origin>;
  const isWhole =
    kept !== undefined &&
    Array.isArray(parts) &&
    parts.every(
      (part: Partial<OriginPart> | null) =>
        Array.isArray(part?.ids) && typeof part.from === 'number' && typeof part.to === 'number',
    );
  return isWhole ? { kept, parts } : undefined;
}

/** Props that Markdown cannot say. */
const unsaid: ReadonlySet<string> = new Set([
  'backgroundColor',
  'textColor',
  'textAlignment',
  'showPreview',
  'previewWidth',
  'name',
]);

/**
 * A fingerprint of what blocks say: their types, props, texts and marks, and how far they are indented. It is kept in
 * documents: what it says of a block may never change. A prop with its default counts as one that is not there.
 */
export function printOf(containers: readonly { container: Y.XmlElement; level: number }[]): string {
  const said = containers.map(({ container, level }) => [level, sayingOf(container.get(0))]);
  return toBase64(digest(new TextEncoder().encode(JSON.stringify(said))).slice(0, 12));
}

function sayingOf(node: unknown): unknown {
  if (!(node instanceof Y.XmlElement)) return null;
  const { props }: Partial<BlockType> = isNotebookBlockType(node.nodeName) ? notebookBlockTypes[node.nodeName] : {};
  const attributes = Object.entries(node.getAttributes() as Record<string, unknown>)
    .filter(([name, value]) => !unsaid.has(name) && value !== undefined && value !== null && value !== props?.[name])
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const inner = node
    .toArray()
    .filter((child) => child instanceof Y.XmlElement && child.nodeName !== 'hardBreak')
    .map(sayingOf);
  return [node.nodeName, attributes, inner.length > 0 ? inner : textOf(node)];
}

/** Text that is marked alike is one text, however it is stored; marks that Markdown has no sign for do not count. */
function textOf(node: Y.XmlElement): [string, string][] {
  const said: [string, string][] = [];
  for (const { text, styles, href } of readInline(node)) {
    const marks = [
      ...['bold', 'italic', 'underline', 'strike', 'code'].filter((mark) => styles[mark]),
      ...(href === undefined ? [] : [href]),
    ].join(' ');
    const last = said.at(-1);
    if (last && (last[1] === marks || text === '\n')) last[0] += text;
    else said.push([text, marks]);
  }
  return said;
}
