import { encodeAny, fromBase64, toBase64 } from 'lib0/buffer';
import { digest } from 'lib0/hash/sha256';
import * as Y from 'yjs';
import { GromaError } from '../error/groma-error.ts';
import { commentableBlockTypes, commentLimit } from './comment.ts';
import { notebookFragment } from './write-blocks.ts';

/** A piece of one text: the relative positions (Yjs) of its two ends, as base64. */
export interface MarkedPlace {
  start: string;
  end: string;
}

const markName = 'comment';

/**
 * The mark of a thread as the editor's binding writes it into a text. Marks of one kind may lie over each other, so the
 * key carries a hash of the mark: the first 6 of the 32 bytes of its SHA-256, the others folded into them (hashOfJSON
 * of y-prosemirror 1.3). Another key would be taken for a change and rewritten by every editor.
 */
function commentMark(threadId: string): { key: string; value: { orphan: false; threadId: string } } {
  const value = { orphan: false, threadId } as const;
  const hash = digest(encodeAny({ type: markName, attrs: value }));
  const folded = hash.slice(0, 6);
  for (let i = 6; i < hash.length; i++) folded[i % 6]! ^= hash[i]!;
  return { key: `${markName}--${toBase64(folded)}`, value };
}

/**
 * Marks pieces of a notebook's text for a thread and gives the text they hold, cut to `commentLimit.quote`.
 * @throws GromaError COMMENT_PLACE_GONE when a place is not (or no longer) in a text that can be commented on; nothing
 * is marked then.
 */
export function markComment(doc: Y.Doc, places: readonly MarkedPlace[], threadId: string): string {
  const texts = new Set(commentableTexts(notebookFragment(doc)));
  const pieces = places.map((place) => findPiece(doc, texts, place));
  const { key, value } = commentMark(threadId);
  const quote = pieces.map(({ text, from, to }) => plainText(text).slice(from, to)).join(' ');
  doc.transact(() => {
    for (const { text, from, to } of pieces) text.format(from, to - from, { [key]: value });
  });
  return quote.length > commentLimit.quote ? `${quote.slice(0, commentLimit.quote - 1)}…` : quote;
}

/** Takes the marks of a thread, or of all of them, out of a notebook's text. */
export function unmarkComments(doc: Y.Doc, threadId?: string): void {
  doc.transact(() => {
    for (const text of textsBelow(notebookFragment(doc))) unmarkText(text, threadId);
  });
}

/** Ids of the threads that some text is marked for. */
export function markedThreads(doc: Y.Doc): Set<string> {
  return new Set(
    textsBelow(notebookFragment(doc)).flatMap((text) =>
      (text.toDelta() as Piece[]).flatMap(({ attributes = {} }) =>
        commentKeys(attributes).map((key) => threadOf(attributes[key])),
      ),
    ),
  );
}

interface Piece {
  insert: unknown;
  attributes?: Record<string, unknown>;
}

function unmarkText(text: Y.XmlText, threadId: string | undefined): void {
  let index = 0;
  for (const { insert, attributes = {} } of text.toDelta() as Piece[]) {
    const length = typeof insert === 'string' ? insert.length : 1;
    const gone = commentKeys(attributes).filter(
      (key) => threadId === undefined || threadOf(attributes[key]) === threadId,
    );
    if (gone.length > 0) text.format(index, length, Object.fromEntries(gone.map((key) => [key, null])));
    index += length;
  }
}

function commentKeys(attributes: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(attributes).filter((key) => key === markName || key.startsWith(`${markName}--`));
}

function threadOf(value: unknown): string {
  return String((value as { threadId?: unknown } | null)?.threadId);
}

function findPiece(
  doc: Y.Doc,
  texts: ReadonlySet<unknown>,
  place: MarkedPlace,
): { text: Y.XmlText; from: number; to: number } {
  const [start, end] = [resolve(doc, place.start), resolve(doc, place.end)];
  const isWhole = start && end && start.type === end.type && start.index < end.index;
  if (!isWhole || !(start.type instanceof Y.XmlText) || !texts.has(start.type))
    throw new GromaError('COMMENT_PLACE_GONE');
  return { text: start.type, from: start.index, to: end.index };
}

function resolve(doc: Y.Doc, encoded: string): Y.AbsolutePosition | null {
  try {
    const position = Y.decodeRelativePosition(fromBase64(encoded));
    // A name of a whole part of the document would make that part if it is not there.
    return position.tname === null ? Y.createAbsolutePositionFromRelativePosition(position, doc) : null;
  } catch {
    return null;
  }
}

/** The texts below a group of blocks that can be commented on. */
function commentableTexts(group: Y.XmlFragment | Y.XmlElement): Y.XmlText[] {
  return elementsOf(group).flatMap((node) => {
    if (node.nodeName === 'blockGroup' || node.nodeName === 'blockContainer') return commentableTexts(node);
    return commentableBlockTypes.has(node.nodeName) ? textsBelow(node) : [];
  });
}

function elementsOf(node: Y.XmlFragment | Y.XmlElement): Y.XmlElement[] {
  return node.toArray().filter((child) => child instanceof Y.XmlElement);
}

function textsBelow(node: Y.XmlFragment | Y.XmlElement): Y.XmlText[] {
  return node
    .toArray()
    .flatMap((child) =>
      child instanceof Y.XmlText ? [child] : child instanceof Y.XmlElement ? textsBelow(child) : [],
    );
}

function plainText(text: Y.XmlText): string {
  return (text.toDelta() as Piece[]).map(({ insert }) => (typeof insert === 'string' ? insert : ' ')).join('');
}
