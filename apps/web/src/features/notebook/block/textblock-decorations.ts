import type { EditorState } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';

export type TextNode = EditorState['doc'];

/** What stands for a character of a text that is none. */
const noCharacter = '\uFFFC';

/**
 * The text of a block, in which each place has the same offset as in the block: a line break is `\n`, and anything
 * else that is no text is one sign. `isHidden` says which pieces of text count as none.
 */
export function textOfBlock(node: TextNode, isHidden: (piece: TextNode) => boolean = () => false): string {
  let text = '';
  node.forEach((piece) => {
    const said = piece.text ?? '';
    if (piece.isText) text += isHidden(piece) ? noCharacter.repeat(said.length) : said;
    else text += piece.type.name === 'hardBreak' ? '\n' : noCharacter.repeat(piece.nodeSize);
  });
  return text;
}

/** All blocks of text, each with the place at which its text begins. */
export function eachTextblock(doc: TextNode, visit: (node: TextNode, start: number) => void): void {
  doc.descendants((node, position) => {
    if (node.isTextblock) visit(node, position + 1);
    return !node.isTextblock;
  });
}

/** Marks pieces of text with classes. */
export function classMarks(
  pieces: readonly { from: number; to: number; className: string }[],
  start: number,
): Decoration[] {
  return pieces.map(({ from, to, className }) => Decoration.inline(start + from, start + to, { class: className }));
}

export function setOf(doc: TextNode, all: Decoration[]): DecorationSet {
  return all.length === 0 ? DecorationSet.empty : DecorationSet.create(doc, all);
}
