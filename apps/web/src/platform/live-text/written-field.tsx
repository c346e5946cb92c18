import { textChange } from '@groma/model';
import { TextArea, TextField, type TextAreaProps, type TextFieldProps } from '@groma/ui';
import { useLayoutEffect, useRef, useState, type ChangeEvent, type RefObject } from 'react';

type Element = HTMLInputElement | HTMLTextAreaElement;

interface Written {
  value: string;
  /** What somebody made of the text, and the text that stood in the field before. */
  onWrite: (typed: string, shown: string) => void;
}

/** A field of one line that several people may write in at once. */
export function WrittenField({ value, onWrite, ...rest }: Written & Omit<TextFieldProps, keyof Written>) {
  return <TextField {...rest} {...useWritten<HTMLInputElement>(value, onWrite)} />;
}

/** The same of several lines. */
export function WrittenArea({ value, onWrite, ...rest }: Written & Omit<TextAreaProps, keyof Written>) {
  return <TextArea {...rest} {...useWritten<HTMLTextAreaElement>(value, onWrite)} />;
}

/**
 * The element holds the text itself: a field that React sets anew puts the cursor behind the last letter, and the next
 * ones are written there.
 */
function useWritten<Field extends Element>(value: string, onWrite: Written['onWrite']) {
  const ref = useRef<Field>(null);
  const shown = useRef(value);
  const [defaultValue] = useState(value);
  const [isComposing, setComposing] = useState(false);
  useLayoutEffect(() => {
    // Letters that are still being composed are lost where the text under them changes.
    if (!isComposing) show(ref, shown, value);
  }, [value, isComposing]);
  return {
    ref,
    defaultValue,
    onChange: ({ currentTarget: { value: typed } }: ChangeEvent<Field>) => {
      const before = shown.current;
      shown.current = typed;
      onWrite(typed, before);
    },
    onCompositionStart: () => setComposing(true),
    onCompositionEnd: () => setComposing(false),
  };
}

/** Changes what a field shows where it differs; the cursor and what is selected stay with their letters. */
function show(ref: RefObject<Element | null>, shown: { current: string }, value: string): void {
  const element = ref.current;
  if (!element) return;
  const change = textChange(element.value, value);
  if (change) element.setRangeText(change.inserted, change.at, change.at + change.removed, 'preserve');
  shown.current = value;
}
