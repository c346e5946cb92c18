import { toast } from '@groma/ui';
import { useEffect, useState } from 'react';
import { useText } from '../../../platform/text.ts';

/** The success of a copy is shown for a second (NBK-076). */
const shownMs = 1_000;

/** Copies to the clipboard and says for a moment that it did. */
export function useCopied(): { isCopied: boolean; copy(text: string): void } {
  const t = useText();
  const [copies, setCopies] = useState(0);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (copies === 0) return undefined;
    setCopied(true);
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [copies]);
  const copy = (text: string) => {
    navigator.clipboard.writeText(text).then(() => setCopies((count) => count + 1), () => { toast.error(t('notebook.copyFailed')); });
  };
  return { isCopied, copy };
}
