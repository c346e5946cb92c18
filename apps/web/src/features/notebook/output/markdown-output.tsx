import { SafeMarkdown } from '../../../platform/markdown/safe-markdown.tsx';

/** Markdown that code displayed, with its formulas. */
export function MarkdownOutput({ text }: { text: string }) {
  return (
    <div className="output-markup output-markdown" dir="auto">
      <SafeMarkdown text={text} />
    </div>
  );
}
