import { InputBase, type TextInputProps } from '@mantine/core';
import { useState, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react';
import { useInterface } from '../provider/interface-context.ts';
import { mantineSize, type FieldSize } from './field-size.ts';
import { clampNumber, isUnfinishedNumber, readNumber, stepNumber, writeNumber } from './number-text.ts';
import { NumberSteps } from './number-steps.tsx';

export interface NumberFieldProps extends Omit<
  TextInputProps,
  'size' | 'value' | 'defaultValue' | 'onChange' | 'description' | 'type' | 'min' | 'max' | 'step'
> {
  size?: FieldSize;
  /** `null` is an empty field, a text is what was typed and is no number. */
  value: number | string | null;
  onChange?: (value: number | null) => void;
  /** Told what was typed when that is no number; without, `onChange` is told `null`. */
  onUnread?: (text: string) => void;
  /** Told the number, or `null`, when the field is left with another than it shows by `value`. */
  onLeave?: (value: number | null) => void;
  min?: number | undefined;
  max?: number | undefined;
  step?: number | undefined;
  allowDecimal?: boolean;
  /** At most so many decimal places. */
  decimalScale?: number | undefined;
  /** A unit behind the number, with the space before it. */
  suffix?: string | undefined;
  hideControls?: boolean;
  hint?: ReactNode;
}

/** What is being typed, what it says, which value was told of it, and which the field had before. */
interface Draft {
  text: string;
  number: number | null | undefined;
  told: number | string | null;
  over: number | string | null;
}

/**
 * A number or nothing, as the language writes it or as programs do (`1e3`); arrow keys step it. What is no number stays
 * as it was typed, with an error under it: it is never read as another number.
 */
export function NumberField({
  size = 'm',
  value,
  onChange,
  onUnread,
  onLeave,
  min,
  max,
  step = 1,
  allowDecimal = true,
  decimalScale,
  suffix = '',
  hideControls = true,
  hint,
  error,
  onBlur,
  onFocus,
  onKeyDown,
  rightSection,
  ...rest
}: NumberFieldProps) {
  const { locale, texts } = useInterface();
  const [typed, setTyped] = useState<Draft | null>(null);
  const [isFocused, setFocused] = useState(false);
  const digits = allowDecimal ? decimalScale : 0;
  const written = (number: number | string | null) =>
    typeof number === 'number' ? writeNumber(number, locale, digits) + suffix : (number ?? '');
  const read = (text: string) => readNumber(text, { locale, suffix, digits, isWhole: !allowDecimal });
  // A value that came from elsewhere takes the place of what was typed.
  // Once what was typed has become the value, the one before it comes from elsewhere, too.
  if (typed && typed.over !== typed.told && value === typed.told) setTyped({ ...typed, over: typed.told });
  const draft = typed && (value === typed.over || value === typed.told) ? typed : null;
  const text = draft?.text ?? written(value);
  const number = draft ? draft.number : typeof value === 'string' ? read(value) : value;
  const isWrong = number === undefined && !(isFocused && isUnfinishedNumber(text));
  const problem = isWrong
    ? (allowDecimal ? texts.number.unread : texts.number.notWhole).replace('{value}', () => text)
    : error;

  const type = (next: string) => {
    const found = read(next);
    const isUnread = found === undefined && onUnread !== undefined;
    setTyped({ text: next, number: found, told: isUnread ? next : (found ?? null), over: value });
    if (isUnread) onUnread(next);
    else onChange?.(found ?? null);
  };
  const set = (next: number) => {
    setTyped({ text: written(next), number: next, told: next, over: value });
    if (next !== value) onChange?.(next);
  };
  const stepBy = (direction: 1 | -1) => set(stepNumber(number ?? null, direction * step, { min, max }));
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    setFocused(false);
    if (draft && number !== undefined) {
      const kept = number === null ? null : clampNumber(number, { min, max });
      setTyped(null);
      if (kept !== number) onChange?.(kept);
      if (kept !== value) onLeave?.(kept);
    }
    onBlur?.(event);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event);
    if (rest.readOnly || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    stepBy(event.key === 'ArrowUp' ? 1 : -1);
  };
  const isStepped = !hideControls && !rest.readOnly;
  return (
    <InputBase
      {...rest}
      component="input"
      __staticSelector="NumberInput"
      size={mantineSize(size)}
      inputMode="decimal"
      value={text}
      description={problem ? undefined : hint}
      error={problem}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      rightSection={
        isStepped ? (
          <NumberSteps
            isDisabled={rest.disabled === true}
            isHighest={max !== undefined && typeof number === 'number' && number >= max}
            isLowest={min !== undefined && typeof number === 'number' && number <= min}
            onStep={stepBy}
          />
        ) : (
          rightSection
        )
      }
      rightSectionWidth={isStepped ? (size === 's' ? 18 : 24) : undefined}
      onChange={(event) => type(event.currentTarget.value)}
      onFocus={(event) => {
        setFocused(true);
        onFocus?.(event);
      }}
      onBlur={leave}
      onKeyDown={press}
    />
  );
}
