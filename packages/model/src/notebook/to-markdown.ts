import type { MarkedText } from './inline.ts';
import { outsideMath } from './math-span.ts';

interface Mark {
  key: string;
  open: string;
  close: string;
}

/**
 * Writes text with marks as markdown. Marks that reach over several pieces stay open between them, and white space at
 * their edges moves outside, since CommonMark knows no emphasis that ends in a space.
 */
export function toMarkdown(pieces: readonly MarkedText[]): string {
  let out = '';
  const open: Mark[] = [];
  const closeTo = (depth: number): void => {
    if (open.length <= depth) return;
    const [, body = '', space = ''] = /^([\s\S]*?)(\s*)$/.exec(out) ?? [];
    out =
      body +
      open
        .splice(depth)
        .reverse()
        .map((mark) => mark.close)
        .join('') +
      space;
  };
  for (const piece of joinAlike(pieces)) {
    const marks = marksOf(piece);
    const [, space = '', body = ''] = /^(\s*)([\s\S]*)$/.exec(piece.text) ?? [];
    const common = commonDepth(open, marks);
    if (body === '') {
      out += lineBreaks(space);
      continue;
    }
    closeTo(common);
    out += marks.length > common ? lineBreaks(space) : '';
    for (const mark of marks.slice(common)) {
      out += mark.open;
      open.push(mark);
    }
    const text = marks.length > common ? body : space + body;
    out += marks.at(-1)?.key === 'code' ? lineBreaks(text) : escapeMarkdown(text);
  }
  closeTo(0);
  return out;
}

/** Text that is marked alike, with the line breaks within it, is one piece: a formula may have several lines. */
function joinAlike(pieces: readonly MarkedText[]): MarkedText[] {
  const joined: MarkedText[] = [];
  for (const [i, piece] of pieces.entries()) {
    const last = joined.at(-1);
    const next = pieces[i + 1];
    if (last && (isAlike(last, piece) || (piece.text === '\n' && next && isAlike(last, next))))
      joined[joined.length - 1] = { ...last, text: last.text + piece.text };
    else joined.push(piece);
  }
  return joined;
}

function isAlike(one: MarkedText, other: MarkedText): boolean {
  const [first, second] = [marksOf({ ...one, text: '' }), marksOf({ ...other, text: '' })];
  return first.length === second.length && commonDepth(first, second) === first.length;
}

function marksOf({ text, styles, href }: MarkedText): Mark[] {
  const ticks = '`'.repeat(1 + Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length)));
  const pad = /^`|`$/.test(text) ? ' ' : '';
  return [
    ...(href === undefined
      ? []
      : [
          {
            key: `link ${href}`,
            open: '[',
            close: `](${href.replace(/[()\s]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)})`,
          },
        ]),
    ...(styles['bold'] ? [{ key: 'bold', open: '**', close: '**' }] : []),
    ...(styles['italic'] ? [{ key: 'italic', open: '*', close: '*' }] : []),
    ...(styles['strike'] ? [{ key: 'strike', open: '~~', close: '~~' }] : []),
    ...(styles['underline'] ? [{ key: 'underline', open: '<u>', close: '</u>' }] : []),
    ...(styles['code'] ? [{ key: 'code', open: ticks + pad, close: pad + ticks }] : []),
  ];
}

function commonDepth(open: readonly Mark[], marks: readonly Mark[]): number {
  const first = open.findIndex((mark, i) => mark.key !== marks[i]?.key);
  return first === -1 ? open.length : first;
}

function escapeMarkdown(text: string): string {
  return outsideMath(text, (part) =>
    lineBreaks(part.replace(/\\(?!\$)|[`*_[\]<]|~~/g, (sign) => [...sign].map((each) => `\\${each}`).join(''))),
  );
}

function lineBreaks(text: string): string {
  return text.replaceAll('\n', '  \n');
}
