import { mathOptions, type DrawFormula } from '@groma/model';
import katex from 'katex';

/** Of one page so many formulas are set, and so much of them: in about a tenth of a second. */
const mostFormulas = 1_000;
const mostCharacters = 100_000;

/** Sets the formulas of one page; those that cannot be read, and those beyond its bounds, stay as they are written. */
export function formulaDrawer(): DrawFormula {
  let [formulas, characters] = [0, 0];
  return (source, isDisplay) => {
    formulas += 1;
    characters += source.length;
    if (formulas > mostFormulas || characters > mostCharacters) return null;
    try {
      return katex.renderToString(source, { ...mathOptions, displayMode: isDisplay });
    } catch {
      return null;
    }
  };
}
