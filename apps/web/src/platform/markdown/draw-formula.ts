import { mathOptions } from '@groma/model';
import katex, { ParseError } from 'katex';

/** A formula set as MathML, or what is wrong with it, in the words of KaTeX. */
export type DrawnFormula = { html: string } | { error: string };

/** Sets a formula in TeX; the HTML is KaTeX's, which escapes the source. */
export function drawFormula(source: string, isDisplay: boolean): DrawnFormula {
  try {
    return { html: katex.renderToString(source, { ...mathOptions, displayMode: isDisplay }) };
  } catch (error) {
    if (error instanceof ParseError) return { error: (error as { rawMessage?: string }).rawMessage ?? error.message };
    // A formula that goes too deep.
    if (error instanceof RangeError) return { error: error.message };
    throw error;
  }
}
