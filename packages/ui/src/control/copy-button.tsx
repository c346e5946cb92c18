import { useEffect, useState } from 'react';
import { CheckIcon, CopyIcon } from '../icons.ts';
import { useTexts } from '../provider/interface-context.ts';
import { toast } from '../feedback/toast.tsx';
import { IconButton, type IconButtonProps } from './icon-button.tsx';

export interface CopyButtonProps extends Pick<IconButtonProps, 'label' | 'size' | 'tooltipPosition'> {
  text: string;
  /**
   * How long the button shows that it was copied, in milliseconds: 2 s, or 3 s where a slow eye looks elsewhere first.
   */
  feedbackMs?: 2_000 | 3_000;
}

/** Puts a text on the clipboard and shows for a moment that it is there (SHL-097). */
export function CopyButton({ text, feedbackMs = 2_000, label, ...rest }: CopyButtonProps) {
  const words = useTexts();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), feedbackMs);
    return () => clearTimeout(timer);
  }, [isCopied, feedbackMs]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      toast.error(words.notCopied);
    }
  };
  return (
    <IconButton
      {...rest}
      label={isCopied ? words.copied : label}
      icon={isCopied ? <CheckIcon /> : <CopyIcon />}
      onClick={() => {
        void copy();
      }}
    />
  );
}
