import { Select, type SelectProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { ChevronDownIcon } from '../icons.ts';
import { mantineSize, type FieldSize } from './field-size.ts';

export interface SelectOption<Value extends string = string> {
  value: Value;
  label: string;
  disabled?: boolean;
}

export interface SelectFieldProps<Value extends string = string> extends Omit<
  SelectProps,
  'size' | 'data' | 'value' | 'defaultValue' | 'onChange' | 'leftSection' | 'description'
> {
  size?: FieldSize;
  /** Empty and repeated options are left out. */
  options: readonly (SelectOption<Value> | Value)[];
  value: Value | null;
  onChange: (value: Value) => void;
  icon?: ReactNode;
  hint?: ReactNode;
}

/**
 * The options worth showing: those with an empty value or label and those whose value came before are dropped
 * (SHL-070).
 */
export function distinctOptions<Value extends string>(
  options: readonly (SelectOption<Value> | Value)[],
): SelectOption<Value>[] {
  const seen = new Set<string>();
  const kept: SelectOption<Value>[] = [];
  for (const option of options) {
    const full = typeof option === 'string' ? { value: option, label: option as string } : option;
    if (full.value.trim() === '' || full.label.trim() === '' || seen.has(full.value)) continue;
    seen.add(full.value);
    kept.push(full);
  }
  return kept;
}

/** One of a list. With `searchable` the person may type. */
export function SelectField<Value extends string = string>({
  size = 'm',
  options,
  value,
  onChange,
  icon,
  hint,
  error,
  ...rest
}: SelectFieldProps<Value>) {
  return (
    <Select
      {...rest}
      size={mantineSize(size)}
      data={distinctOptions(options)}
      value={value}
      leftSection={icon}
      description={error ? undefined : hint}
      error={error}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      rightSection={<ChevronDownIcon size={14} />}
      rightSectionPointerEvents="none"
      onChange={(next) => {
        if (next !== null) onChange(next as Value);
      }}
    />
  );
}
