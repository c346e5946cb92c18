/**
 * A formula within text, as Jupyter finds it: an environment, between `$$`, or between `$` that stand at no space and
 * are not a price.
 */
const formula = String.raw`\\begin\{[A-Za-z]{1,20}\*?\}[\s\S]{0,4000}?\\end\{[A-Za-z]{1,20}\*?\}|\$\$[\s\S]{1,4000}?\$\$|\$(?=[^\s$])[^$\n]{0,1000}?[^\s$\\]\$(?!\d)`;

/** Matches a formula where it is looked for. */
export const mathHere = new RegExp(formula, 'y');

/** Does something with the text between formulas, which stay as they are. */
export function outsideMath(text: string, change: (text: string) => string): string {
  if (!/\$|\\begin/.test(text)) return change(text);
  return text
    .split(new RegExp(`(${formula})`))
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join('');
}
