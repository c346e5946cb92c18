/**
 * A formula within text, as Jupyter finds it: an environment, between `$$`, or between `$` that stand at no space and
 * are not a price.
 */
const formula = String.raw`\\begin\{[A-Za-z]{1,20}\*?\}[\s\S]{0,4000}?\\end\{[A-Za-z]{1,20}\*?\}|\$\$[\s\S]{1,4000}?\$\$|\$(?=[^\s$])[^$\n]{0,1000}?[^\s$\\]\$(?!\d)`;
/** After a backslash no formula begins: a backslash before a dollar sign makes it one of a price. */
const inText = String.raw`(?<!\\)(?:${formula})`;

/** Matches a formula where it is looked for. */
export const mathHere = new RegExp(formula, 'y');

/** A formula in a text, from one character up to another, and what stands between its signs. */
export interface MathSpan {
  from: number;
  to: number;
  source: string;
  /** It stands on lines of its own: between `$$`, or an environment. */
  isDisplay: boolean;
}

/** The formulas of a text, in their order. They are what the import of Markdown takes for formulas too. */
export function mathSpans(text: string): MathSpan[] {
  if (!mayHoldMath(text)) return [];
  return [...text.matchAll(new RegExp(inText, 'g'))].flatMap(({ 0: whole, index }) => {
    const isDisplay = !/^\$[^$]/.test(whole);
    const source = whole.replace(/^(\$\$?)([\s\S]*)\1$/, '$2').trim();
    return source === '' ? [] : [{ from: index, to: index + whole.length, source, isDisplay }];
  });
}

/** Does something with the text between formulas, which stay as they are. */
export function outsideMath(text: string, change: (text: string) => string): string {
  if (!mayHoldMath(text)) return change(text);
  return text
    .split(new RegExp(`(${inText})`))
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join('');
}

/** A dollar sign that a backslash keeps from being one of a formula, by itself: as text is shown. */
export function withoutGuards(text: string): string {
  return text.includes(guarded) ? outsideMath(text, (part) => part.replaceAll(guarded, '$')) : text;
}

const guarded = String.raw`\$`;

function mayHoldMath(text: string): boolean {
  return text.includes('$') || text.includes(String.raw`\begin`);
}

/** How formulas are set, by the options of KaTeX: as MathML, which needs no styles and no fonts, and can do nothing. */
export const mathOptions = {
  output: 'mathml',
  throwOnError: true,
  trust: false,
  strict: 'ignore',
  maxExpand: 1_000,
  maxSize: 50,
} as const;
