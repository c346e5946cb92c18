import { memo, useMemo, type ReactNode } from 'react';
import type { Components } from 'react-markdown';
import { useText } from '../text.ts';
import { CodeBlock } from './code-block.tsx';
import { markdownBlocks } from './markdown-blocks.ts';
import { OuterLink } from './outer-link.tsx';
import { SafeMarkdown } from './safe-markdown.tsx';
import './markdown-text.css';

/** A piece beyond this is shown as it is written: reading it anew at each growth would be felt. */
const mostRead = 20_000;

/**
 * Markdown of any length, which may grow: piece by piece, so that only those are read that have changed. Nothing in it
 * runs, and nothing is fetched from elsewhere.
 */
export function MarkdownText({ text }: { text: string }) {
  const blocks = useMemo(() => markdownBlocks(text), [text]);
  return (
    <div className="markdown-text" dir="auto">
      {blocks.map((block, at) => (
        // A piece stays at its place for as long as the text only grows.
        <Block key={at} text={block} />
      ))}
    </div>
  );
}

const Block = memo(({ text }: { text: string }) => {
  const code = text.length > mostRead ? longCode(text) : null;
  return (
    <div className="markdown-block">
      {code ? (
        <CodeBlock {...code} />
      ) : text.length > mostRead ? (
        <p className="markdown-plain">{text}</p>
      ) : (
        <SafeMarkdown text={text} components={components} />
      )}
    </div>
  );
});
Block.displayName = 'Block';

/** Code between fences, taken as it is. */
function longCode(text: string): { text: string; language: string } | null {
  const [, , language = '', code = ''] = /^ {0,3}(`{3,}|~{3,})([\w+-]*)[^\n]*\n([\s\S]*)$/.exec(text) ?? [];
  return code === '' ? null : { language, text: code.replace(/\n {0,3}(?:`{3,}|~{3,})\s*$/, '') };
}

interface Parented {
  children?: ReactNode;
}

const components: Components = { a: OuterLink, pre: Code, table: Table };

function Code({ children }: Parented) {
  const { className = '', children: text } = ((children as { props?: { className?: string; children?: ReactNode } })
    ?.props ?? {}) as { className?: string; children?: ReactNode };
  return (
    <CodeBlock
      text={typeof text === 'string' ? text.replace(/\n$/, '') : ''}
      language={/language-([\w+-]+)/.exec(className)?.[1] ?? ''}
    />
  );
}

function Table({ children }: Parented) {
  const t = useText();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
    <div className="markdown-scroll" role="region" aria-label={t('chat.table')} tabIndex={0}>
      <table>{children}</table>
    </div>
  );
}
