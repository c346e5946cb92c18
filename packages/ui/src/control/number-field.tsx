import { NumberInput, type NumberInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { mantineSize, type FieldSize } from './field-size.ts';

export interface NumberFieldProps extends Omit<
  NumberInputProps,
  'size' | 'value' | 'defaultValue' | 'onChange' | 'description'
> {
  size?: FieldSize;
  /** `null` is an empty field. */
  value: number | null;
  onChange: (value: number | null) => void;
  hint?: ReactNode;
}

/** A number or nothing; arrow keys step it. An unfinished entry such as a lone minus counts as nothing. */
export function NumberField({
  size = 'm',
  value,
  onChange,
  hint,
  error,
  hideControls = true,
  ...rest
}: NumberFieldProps) {
  return (
    <NumberInput
      {...rest}
      size={mantineSize(size)}
      value={value ?? ''}
      hideControls={hideControls}
      description={error ? undefined : hint}
      error={error}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      onChange={(next) => {
        const number = typeof next === 'number' ? next : Number.parseFloat(next);
        onChange(Number.isFinite(number) ? number : null);
      }}
    />
  );
}
