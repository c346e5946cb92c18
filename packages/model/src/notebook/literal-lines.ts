import { outsideMath } from './math-span.ts';

/** Elements that begin a block of HTML in Markdown (CommonMark 0.31, 4.6, kinds 1, 2 and 6), and pictures and films. */
const elements = [
  'address',
  'article',
  'aside',
  'audio',
  'base',
  'basefont',
  'blockquote',
  'body',
  'caption',
  'center',
  'col',
  'colgroup',
  'dd',
  'details',
  'dialog',
  'dir',
  'div',
  'dl',
  'dt',
  'fieldset',
  'figcaption',
  'figure',
  'footer',
  'form',
  'frame',
  'frameset',
  'h[1-6]',
  'head',
  'header',
  'hr',
  'html',
  'iframe',
  'img',
  'legend',
  'li',
  'link',
  'main',
  'menu',
  'menuitem',
  'nav',
  'noframes',
  'ol',
  'optgroup',
  'option',
  'p',
  'param',
  'pre',
  'script',
  'search',
  'section',
  'source',
  'style',
  'summary',
  'svg',
  'table',
  'tbody',
  'td',
  'textarea',
  'tfoot',
  'th',
  'thead',
  'title',
  'tr',
  'track',
  'ul',
  'video',
];
const html = new RegExp(String.raw`^ {0,3}<(?:!--|/?(?:${elements.join('|')})(?=[\s/>]|$))`, 'i');

/** Whether a line begins HTML, which stays as it is written up to the next empty line. */
export function htmlBegins(line: string): boolean {
  return html.test(line);
}

/** A formula that is longer is read as text. */
const mostLines = 200;

/**
 * Of a formula on lines of its own, between `$$` or `\begin{…}` and `\end{…}`, which begins at a line: the line after
 * it; undefined where there is none.
 */
export function mathEnd(lines: readonly string[], at: number): number | undefined {
  const first = lines[at]!.trim();
  const environment = /^\\begin\{([A-Za-z]{1,20}\*?)\}/.exec(first)?.[1];
  if (environment === undefined && !first.startsWith('$$')) return undefined;
  const end = environment === undefined ? '$$' : `\\end{${environment}}`;
  const rest = first.slice(environment === undefined ? 2 : 0);
  for (let line = at; line < Math.min(lines.length, at + mostLines); line++) {
    const text = line === at ? rest : lines[line]!;
    if (text.trimEnd().endsWith(end)) return line + 1;
    // What goes on after the formula is a text with a formula in it.
    if (text.includes(end)) return undefined;
  }
  return undefined;
}

/**
 * Of a formula that begins within a line and ends on a later one of the same paragraph: the line that it ends on;
 * undefined where there is none.
 */
export function openMathEnd(lines: readonly string[], at: number): number | undefined {
  const line = lines[at]!;
  if (!line.includes('$$') && !line.includes(String.raw`\begin{`)) return undefined;
  // What begins and ends on the line itself counts for nothing.
  let rest = '';
  outsideMath(line, (part) => (rest += part));
  const environment = /\\begin\{([A-Za-z]{1,20}\*?)\}/.exec(rest)?.[1];
  if (environment === undefined && !/(?<!\\)\$\$/.test(rest)) return undefined;
  const end = environment === undefined ? '$$' : `\\end{${environment}}`;
  for (let next = at + 1; next < Math.min(lines.length, at + mostLines); next++) {
    if (lines[next]!.trim() === '') return undefined;
    if (lines[next]!.includes(end)) return next;
  }
  return undefined;
}
