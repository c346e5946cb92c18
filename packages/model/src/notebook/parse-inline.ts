import { mathHere, mathSpans, withoutGuards } from './math-span.ts';
import { plainText, type Inline, type InlineText, type TextStyles } from './inline.ts';
import { isSafeLink } from './safe-link.ts';

/** A construct of inline markdown: where it begins, and what it makes of the match. */
interface Rule {
  pattern: RegExp;
  /** Of a pattern that looks far for its end, which any beginning would find: how it begins. */
  begins?: RegExp;
  make(match: RegExpExecArray, styles: TextStyles): Inline[];
}

const within =
  (style: string) =>
  (match: RegExpExecArray, styles: TextStyles): Inline[] =>
    parse(match[1] ?? '', { ...styles, [style]: true });

/**
 * How far behind a beginning without an end no other is tried; a styled text that is longer may stay as it is written.
 */
const withoutEnd = 2_000;

/**
 * In the order they are tried at each place; the first that matches wins. All are bounded, so that no text takes long.
 */
const rules: readonly Rule[] = [
  // What stands in a formula is not markdown, above all no backslash of it.
  { pattern: mathHere, make: (match, styles) => [text(match[0].replaceAll(/ *\n/g, '\n'), styles)] },
  // A dollar sign keeps its backslash until it is known whether a formula would begin or end there.
  { pattern: /\\\$/y, make: (match, styles) => [text(match[0], styles)] },
  { pattern: /\\([!-/:-@[-`{-~])/y, make: (match, styles) => [text(match[1]!, styles)] },
  { pattern: /(?: {2,}|\\)\n\s*/y, make: (_match, styles) => [text('\n', styles)] },
  { pattern: /\s*\n\s*/y, make: (_match, styles) => [text(' ', styles)] },
  {
    pattern: /(`{1,8})([\s\S]{0,4000}?[^`])\1(?!`)/y,
    make: (match, styles) => [
      text(match[2]!.replaceAll('\n', ' ').replace(/^ (.*[^ ].*) $/, '$1'), { ...styles, code: true }),
    ],
  },
  {
    pattern:
      /!?\[((?:\\.|[^\]\\[]|\[[^\][]{0,500}\]){0,1000})\]\(\s*<?((?:\\.|\([^()\s]{0,2000}\)|[^()\s\\>]){0,4000})>?(?:\s+["'(][^\n]{0,500}?["')])?\s*\)/y,
    make: (match, styles) => link(match[2]!, match[1]!, styles),
  },
  { pattern: /<((?:https?:\/\/|mailto:)[^<>\s]+)>/y, make: (match, styles) => link(match[1]!, match[1]!, styles) },
  { pattern: /<br\s*\/?>/iy, make: (_match, styles) => [text('\n', styles)] },
  { begins: /<u>/iy, pattern: /<u>([\s\S]{0,4000}?)<\/u>/iy, make: within('underline') },
  { begins: /\*\*(?=\S)/y, pattern: /\*\*(?=\S)((?:\\.|[^\\]){0,4000}?\S\*?)\*\*(?!\*)/y, make: within('bold') },
  { begins: /__(?=\S)/y, pattern: /__(?=\S)((?:\\.|[^\\]){0,4000}?\S)__(?!\w)/y, make: within('bold') },
  { begins: /~~(?=\S)/y, pattern: /~~(?=\S)((?:\\.|[^\\]){0,4000}?\S)~~/y, make: within('strike') },
  {
    pattern:
      /(?<!\*)\*(?=[^\s*])((?:\\.|\*\*(?:\\.|[^*\\]){1,1000}\*\*|[^*\\]){0,4000}?(?:[^\s*\\]|\*\*(?:\\.|[^*\\]){1,1000}\*\*))\*(?!\*)/y,
    make: within('italic'),
  },
  { pattern: /_(?=[^\s_])((?:\\.|[^_\\]){0,4000}?[^\s_\\])_(?!\w)/y, make: within('italic') },
];

/**
 * Reads the inline markdown of one paragraph: bold, italic, strike, underline (`<u>`), code, links, line breaks.
 * Anything that is not markdown stays as it is written. Links that could run a script stay text.
 */
export function parseInline(markdown: string): Inline[] {
  const found = parse(markdown.trim(), {});
  return markdown.includes('$') ? found.map(withoutNeedlessGuard) : found;
}

/** Without the backslashes before dollar signs, unless a formula would be read there. */
function withoutNeedlessGuard(piece: Inline): Inline {
  if (piece.type === 'link') return { ...piece, content: piece.content.map(bareText) };
  return bareText(piece);
}

function bareText(piece: InlineText): InlineText {
  if (piece.styles['code'] === true) return piece;
  const bare = withoutGuards(piece.text);
  return mathSpans(bare).length === mathSpans(piece.text).length ? { ...piece, text: bare } : piece;
}

/** Up to where a rule needs not be tried, since it found no end for what began before. */
type Endless = Map<Rule, number>;

function parse(markdown: string, styles: TextStyles): Inline[] {
  const found: Inline[] = [];
  let plain = '';
  const endless: Endless = new Map();
  for (let at = 0; at < markdown.length;) {
    const hit = isSign(markdown, at) ? firstMatch(markdown, at, endless) : null;
    if (!hit) {
      plain += markdown[at];
      at += 1;
      continue;
    }
    if (plain !== '') found.push(text(plain, styles));
    plain = '';
    found.push(...hit.rule.make(hit.match, styles));
    at += hit.match[0].length;
  }
  if (plain !== '') found.push(text(plain, styles));
  return joinPlain(found);
}

/** Most characters begin nothing; an underscore inside a word is just an underscore, and space is read as a whole. */
function isSign(markdown: string, at: number): boolean {
  const sign = markdown[at]!;
  if (sign === '_' && /\w/.test(markdown[at - 1] ?? '')) return false;
  return '\\`![<*_~$'.includes(sign) || (/\s/.test(sign) && !/\s/.test(markdown[at - 1] ?? ''));
}

function firstMatch(markdown: string, at: number, endless: Endless): { rule: Rule; match: RegExpExecArray } | null {
  for (const rule of rules) {
    if (at < (endless.get(rule) ?? 0)) continue;
    const match = matchHere(rule.pattern, markdown, at);
    if (match) return { rule, match };
    if (rule.begins && matchHere(rule.begins, markdown, at)) endless.set(rule, at + withoutEnd);
  }
  return null;
}

function matchHere(pattern: RegExp, markdown: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(markdown);
}

function link(address: string, label: string, styles: TextStyles): Inline[] {
  const href = address.replaceAll(/\\(.)/g, '$1');
  const pieces = parse(label, styles).filter((piece): piece is InlineText => piece.type === 'text');
  const content = pieces.length > 0 ? pieces : [text(href, styles)];
  return isSafeLink(href) && href !== '' ? [{ type: 'link', href, content }] : content;
}

function joinPlain(pieces: readonly Inline[]): Inline[] {
  const joined: Inline[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (
      piece.type === 'text' &&
      last?.type === 'text' &&
      JSON.stringify(last.styles) === JSON.stringify(piece.styles)
    ) {
      joined[joined.length - 1] = { ...last, text: last.text + piece.text };
    } else joined.push(piece);
  }
  return joined;
}

function text(value: string, styles: TextStyles): InlineText {
  return { ...plainText(value), styles };
}
