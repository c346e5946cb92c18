/** A formula that was found in Markdown. */
export interface HeldFormula {
  source: string;
  isDisplay: boolean;
}

/** Of the signs that Unicode leaves to private use, so that no text of anybody's is taken for it. */
const mark = '\u{E04D}';
// Code first, in which dollar signs are dollar signs. A formula neither begins nor ends with a space, and no digit
// follows it: `$5 and $6` is money.
const codeOrFormula =
  /(```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|(`+)(?!`)[\s\S]*?(?<!`)\2(?!`))|\$\$([\s\S]+?)\$\$|(?<![\\$\w])\$(?![\s$])((?:\\.|[^$\\\n])+?)(?<!\s)\$(?![\d$])/g;

/**
 * Takes the formulas between dollar signs out of Markdown before it is read, as JupyterLab does: its own signs (`_`,
 * `*`, `\`) mean something else in a formula. In their place stands code that `heldFormula` knows again.
 */
export function holdMath(markdown: string): { markdown: string; formulas: HeldFormula[] } {
  const formulas: HeldFormula[] = [];
  if (!markdown.includes('$')) return { markdown, formulas };
  const held = markdown.replace(
    codeOrFormula,
    (
      whole: string,
      code: string | undefined,
      _ticks: unknown,
      display: string | undefined,
      inline: string | undefined,
    ) => {
      if (code !== undefined) return whole;
      formulas.push({ source: (display ?? inline ?? '').trim(), isDisplay: display !== undefined });
      return `\`${mark}${formulas.length - 1}${mark}\``;
    },
  );
  return { markdown: held, formulas };
}

/** The formula that a piece of code stands for, if it does. */
export function heldFormula(code: string, formulas: readonly HeldFormula[]): HeldFormula | null {
  const found =
    code.startsWith(mark) && code.endsWith(mark) ? Number(code.slice(mark.length, -mark.length)) : Number.NaN;
  return formulas[found] ?? null;
}
