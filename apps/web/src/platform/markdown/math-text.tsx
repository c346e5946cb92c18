import katex from 'katex';
import './safe-markdown.css';

/** A formula in TeX, set as MathML by the browser; one that cannot be read is shown as it was written. */
export function MathText({ source, isDisplay }: { source: string; isDisplay: boolean }) {
  const html = katex.renderToString(source, {
    output: 'mathml',
    displayMode: isDisplay,
    throwOnError: false,
    trust: false,
    strict: 'ignore',
    maxExpand: 1_000,
  });
  // MathML of KaTeX, which escapes the source.
  return <span className={isDisplay ? 'math-display' : 'math'} dir="ltr" dangerouslySetInnerHTML={{ __html: html }} />;
}
