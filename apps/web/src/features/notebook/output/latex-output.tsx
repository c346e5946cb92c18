import katex from 'katex';

/** Formulas between dollar signs or in a display environment; what is around them is text. The browser sets the MathML. */
export function LatexOutput({ text }: { text: string }) {
  const source = text.trim().replace(/^\$\$?([\s\S]*?)\$?\$$/, '$1').replace(/^\\\[([\s\S]*)\\\]$/, '$1');
  const html = katex.renderToString(source, { output: 'mathml', displayMode: true, throwOnError: false, trust: false, strict: 'ignore', maxExpand: 1_000 });
  // MathML of KaTeX, which escapes the source.
  return <div className="output-markup output-latex" dir="ltr" dangerouslySetInnerHTML={{ __html: html }} />;
}
