import { Suspense, lazy } from 'react';
import { TextOutput } from './text-output.tsx';

const Markdown = lazy(async () => ({ default: (await import('./markdown-output.tsx')).MarkdownOutput }));
const Latex = lazy(async () => ({ default: (await import('./latex-output.tsx')).LatexOutput }));
const Json = lazy(async () => ({ default: (await import('./json-output.tsx')).JsonOutput }));

/** Markdown, LaTeX and JSON that code displayed. None of it is ever taken as HTML of this page. */
export function MarkupOutput({
  kind,
  text,
  isExpanded,
}: {
  kind: 'text/markdown' | 'text/latex' | 'application/json';
  text: string;
  isExpanded: boolean;
}) {
  const plain = <TextOutput kind="text/plain" pieces={[text]} isExpanded={isExpanded} />;
  return (
    <Suspense fallback={plain}>
      {kind === 'text/markdown' && <Markdown text={text} />}
      {kind === 'text/latex' && <Latex text={text} />}
      {kind === 'application/json' && <Json text={text} fallback={plain} />}
    </Suspense>
  );
}
