import { MathText } from '../../../platform/markdown/math-text.tsx';

/** Formulas between dollar signs or in a display environment. */
export function LatexOutput({ text }: { text: string }) {
  const source = text
    .trim()
    .replace(/^\$\$?([\s\S]*?)\$?\$$/, '$1')
    .replace(/^\\\[([\s\S]*)\\\]$/, '$1');
  return (
    <div className="output-markup output-latex">
      <MathText source={source} isDisplay />
    </div>
  );
}
