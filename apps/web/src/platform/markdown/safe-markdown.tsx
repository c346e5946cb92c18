import { createContext, useContext, useMemo, type ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { heldFormula, holdMath, type HeldFormula } from './hold-math.ts';
import { MathText } from './math-text.tsx';

const Formulas = createContext<readonly HeldFormula[]>([]);
const plugins = [remarkGfm];
const own: Components = { img: OwnPicture, code: CodeOrFormula };

/**
 * Markdown that somebody else wrote, with its formulas. HTML in it is left out, and pictures are those that stand in
 * the text itself. `components` draw single elements otherwise.
 */
export function SafeMarkdown({ text, components }: { text: string; components?: Components }) {
  const { markdown, formulas } = useMemo(() => holdMath(text), [text]);
  const drawn = useMemo(() => ({ ...own, ...components }), [components]);
  return (
    <Formulas value={formulas}>
      <ReactMarkdown skipHtml remarkPlugins={plugins} components={drawn}>
        {markdown}
      </ReactMarkdown>
    </Formulas>
  );
}

function CodeOrFormula({ className, children }: { className?: string | undefined; children?: ReactNode }) {
  const formulas = useContext(Formulas);
  const formula = typeof children === 'string' ? heldFormula(children, formulas) : null;
  return formula ? <MathText {...formula} /> : <code className={className}>{children}</code>;
}

/** Others would tell their server who reads this. */
function OwnPicture({ src, alt }: { src?: string | Blob | undefined; alt?: string | undefined }) {
  return typeof src === 'string' && src.startsWith('data:image/') ? (
    <img src={src} alt={alt ?? ''} />
  ) : (
    <span>{alt}</span>
  );
}
