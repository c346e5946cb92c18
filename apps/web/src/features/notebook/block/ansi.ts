import { AnsiUp } from 'ansi_up';

/** The character that begins a terminal sequence. */
const escape = String.fromCodePoint(27);
const bell = String.fromCodePoint(7);

const styleSequence = new RegExp(`${escape}\\[([0-9;:]*)m`, 'g');
const otherSequence = new RegExp(
  `${escape}\\[[0-9;:?<>=]*[A-Za-ln-z@\`]|${escape}\\][^${bell}${escape}]*(?:${bell}|${escape}\\\\)`,
  'g',
);

/** Takes away what would move a cursor, ring, or link; colours stay. */
export function keepStyles(text: string): string {
  return text.includes(escape) ? text.replace(otherSequence, '') : text;
}

/** The text as it is read, without any sequence. */
export function plainText(text: string): string {
  return text.includes(escape) ? keepStyles(text).replace(styleSequence, '').replaceAll(escape, '') : text;
}

export function hasStyles(text: string): boolean {
  return text.includes(escape);
}

/** The sequences that are in force after a text, given those before it: what a later row begins with. */
export function styleAfter(before: string, text: string): string {
  if (!text.includes(escape)) return before;
  let style = before;
  for (const [sequence, codes = ''] of text.matchAll(styleSequence)) {
    // A reset ends all before it, so that the prefix stays short however long the text is.
    style = /^(?:0*|0+;.*)$/.test(codes) ? (codes.includes(';') ? sequence : '') : (style + sequence).slice(-200);
  }
  return style.startsWith(escape) || style === '' ? style : style.slice(Math.max(0, style.indexOf(escape)));
}

/**
 * Colours as HTML. Everything of the text itself is escaped; only `span` with our classes or an rgb colour comes out.
 */
export function styledHtml(style: string, text: string): string {
  const converter = new AnsiUp();
  converter.use_classes = true;
  return converter.ansi_to_html(style + text);
}
