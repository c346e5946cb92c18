import { lazy, memo, Suspense } from 'react';
import { OuterLink } from '../../../platform/markdown/outer-link.tsx';

const SafeMarkdown = lazy(async () => ({
  default: (await import('../../../platform/markdown/safe-markdown.tsx')).SafeMarkdown,
}));

/** Below the title of a step. */
const components = { a: OuterLink, h1: 'h4', h2: 'h4', h3: 'h5', h4: 'h5', h5: 'h6', h6: 'h6' } as const;

/** The text of a step. What reads Markdown comes with the first text. */
export const StoryText = memo(({ text }: { text: string }) => {
  if (text.trim() === '') return null;
  return (
    <div className="story-text" dir="auto">
      <Suspense fallback={<p>{text}</p>}>
        <SafeMarkdown text={text} components={components} />
      </Suspense>
    </div>
  );
});
StoryText.displayName = 'StoryText';
