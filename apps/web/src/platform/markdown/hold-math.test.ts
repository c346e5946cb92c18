import { expect, test } from 'vitest';
import { heldFormula, holdMath } from './hold-math.ts';

const formulasOf = (markdown: string) =>
  holdMath(markdown).formulas.map(({ source, isDisplay }) => (isDisplay ? `display ${source}` : source));

test('[NBK-141] formulas are found in Markdown outputs before its own signs are read', () => {
  expect(
    formulasOf(String.raw`Euler $e^{i\pi}=-1$, $x_1 * x_2$ and
$$
\begin{matrix} a & b \\ c & d \end{matrix}
$$`),
  ).toEqual([String.raw`e^{i\pi}=-1`, 'x_1 * x_2', String.raw`display \begin{matrix} a & b \\ c & d \end{matrix}`]);
});

test('[NBK-141] money and code are no formulas', () => {
  expect(formulasOf('It costs $5 or $6, and US$3.')).toEqual([]);
  expect(formulasOf('in `$code$` and\n```\n$x$\n```\nor ``a ` $b$`` it is')).toEqual([]);
  expect(formulasOf(String.raw`from \$4 to \$5`)).toEqual([]);
  expect(formulasOf('a $ b $ c')).toEqual([]);
});

test('[NBK-141] a held formula is known again, and other code is not', () => {
  const { markdown, formulas } = holdMath('so $a$ is');
  const code = /`(.*)`/.exec(markdown)?.[1] ?? '';
  expect(heldFormula(code, formulas)).toEqual({ source: 'a', isDisplay: false });
  expect(heldFormula('0', formulas)).toBeNull();
});
