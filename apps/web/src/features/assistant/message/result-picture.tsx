import { Button, ErrorState, Skeleton } from '@groma/ui';
import { useEffect, useState, type ComponentType } from 'react';
import { errorText } from '../../../platform/error-text.ts';
import { useText } from '../../../platform/text.ts';
import { findResultView } from '../../../registry/result-view.ts';

type Picture = ComponentType<{ output: unknown }>;

/** What a tool has given, drawn by the feature that can; nothing for tools whose results nobody draws. */
export function ResultPicture({ tool, output }: { tool: string; output: unknown }) {
  const view = findResultView(tool);
  const t = useText();
  const [Drawn, setDrawn] = useState<Picture | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isGone = false;
    view?.load().then(
      ({ ResultPicture: made }) => {
        if (!isGone) setDrawn(() => made);
      },
      (error: unknown) => {
        if (!isGone) setFailure(errorText(error));
      },
    );
    return () => {
      isGone = true;
    };
  }, [view, attempt]);
  if (!view) return null;
  if (failure !== null)
    return (
      <ErrorState title={t('chat.notShown')}>
        {failure}
        <Button
          size="s"
          onClick={() => {
            setFailure(null);
            setAttempt(attempt + 1);
          }}
        >
          {t('chat.retry')}
        </Button>
      </ErrorState>
    );
  return Drawn ? <Drawn output={output} /> : <Skeleton height={260} />;
}
