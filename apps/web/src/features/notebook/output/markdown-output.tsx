import { createContext, useContext, useMemo, type ReactNode } from 'react';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { heldFormula, holdMath, type HeldFormula } from './hold-math.ts';
import { MathText } from './math-text.tsx';

const Formulas = createContext<readonly HeldFormula[]>([]);

/**
 * Markdown that code displayed, with its formulas. HTML in it is left out, and pictures are those that stand in the
 * text itself.
 */
export function MarkdownOutput({ text }: { text: string }) {
  const { markdown, formulas } = useMemo(() => holdMath(text), [text]);
  return (
    <div className="output-markup output-markdown" dir="auto">
      <Formulas value={formulas}>
        <ReactMarkdown skipHtml remarkPlugins={[remarkGfm]} components={{ img: OwnPicture, code: CodeOrFormula }}>
          {markdown}
        </ReactMarkdown>
      </Formulas>
    </div>
  );
}

function CodeOrFormula({ className, children }: { className?: string | undefined; children?: ReactNode }) {
  const formulas = useContext(Formulas);
  const formula = typeof children === 'string' ? heldFormula(children, formulas) : null;
  return formula ? <MathText {...formula} /> : <code className={className}>{children}</code>;
}

/** Others would tell their server who reads the notebook. */
function OwnPicture({ src, alt }: { src?: string | Blob | undefined; alt?: string | undefined }) {
  return typeof src === 'string' && src.startsWith('data:image/') ? (
    <img src={src} alt={alt ?? ''} />
  ) : (
    <span>{alt}</span>
  );
}
