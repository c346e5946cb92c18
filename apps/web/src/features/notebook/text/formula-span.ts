import { mathSpans, type MathSpan } from '@groma/model';
import { eachTextblock, textOfBlock, type TextNode } from '../block/textblock-decorations.ts';

/** A formula of a notebook, in positions of its editor. */
export interface FormulaSpan extends MathSpan {
  /** Nothing else stands in its block. */
  isAlone: boolean;
}

/** Places of backslashes that only keep a dollar sign from beginning a formula. */
interface BlockMath {
  formulas: readonly FormulaSpan[];
  guards: readonly number[];
}

const found = new WeakMap<TextNode, BlockMath>();
const nothing: BlockMath = { formulas: [], guards: [] };

/** The formulas of a document in their order, found by the rule of the import (decision 052); code has none. */
export function findFormulas(doc: TextNode): { formulas: FormulaSpan[]; guards: number[] } {
  const all: { formulas: FormulaSpan[]; guards: number[] } = { formulas: [], guards: [] };
  eachTextblock(doc, (node, start) => {
    const { formulas, guards } = formulasOf(node);
    for (const each of formulas) all.formulas.push({ ...each, from: start + each.from, to: start + each.to });
    for (const place of guards) all.guards.push(start + place);
  });
  return all;
}

function formulasOf(node: TextNode): BlockMath {
  if (node.type.spec.code) return nothing;
  let math = found.get(node);
  if (!math) found.set(node, (math = read(node)));
  return math;
}

function read(node: TextNode): BlockMath {
  if (!/[$\\]/.test(node.textContent)) return nothing;
  const text = textOfBlock(node, (piece) => piece.marks.some(({ type }) => type.name === 'code'));
  const formulas = mathSpans(text).map((span) => ({
    ...span,
    isAlone: text.slice(0, span.from).trim() === '' && text.slice(span.to).trim() === '',
  }));
  const guards = [...text.matchAll(/\\(?=\$)/g)]
    .map(({ index }) => index)
    .filter((place) => !formulas.some(({ from, to }) => from <= place && place < to));
  return { formulas, guards };
}
