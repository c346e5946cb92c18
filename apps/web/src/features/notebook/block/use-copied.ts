import { toast } from '@groma/ui';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../platform/text.ts';

/** The success of a copy is shown for a second (NBK-076). */
const shownMs = 1_000;

/** Copies to the clipboard and says for a moment that it did. */
export function useCopied(): { isCopied: boolean; copy(text: string | Promise<Blob>): void } {
  const t = useText();
  const [isCopied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = () => {
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), shownMs);
  };
  const copy = (text: string | Promise<Blob>) => {
    write(text).then(show, () => {
      toast.error(t('notebook.copyFailed'));
    });
  };
  return { isCopied, copy };
}

/** A long text is handed over as it comes: as a string it would stop the page. */
async function write(text: string | Promise<Blob>): Promise<void> {
  if (typeof text === 'string') await navigator.clipboard.writeText(text);
  else await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
}
