import { useEffect, useState } from 'react';

/**
 * What a layer's worker answers to a question, asked again when `key` changes; the answer before stays in sight until
 * the next.
 */
export function useAnswer<Answer>(
  key: string,
  ask: (() => Promise<Answer>) | null,
): { answer: Answer | null; isFresh: boolean; failure: string | null } {
  const [found, setFound] = useState<{ key: string; answer: Answer | null; failure: string | null } | null>(null);
  useEffect(() => {
    if (!ask) return undefined;
    let isGone = false;
    ask().then(
      (answer) => {
        if (!isGone) setFound({ key, answer, failure: null });
      },
      (error: unknown) => {
        if (!isGone)
          setFound((before) => ({
            key,
            answer: before?.answer ?? null,
            failure: error instanceof Error ? error.message : String(error),
          }));
      },
    );
    return () => {
      isGone = true;
    };
    // The key says all that the question depends on.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key]);
  return {
    answer: found?.answer ?? null,
    isFresh: found?.key === key,
    failure: found?.key === key ? found.failure : null,
  };
}
