import { useEffect, useRef, type ReactNode } from 'react';

export interface CheckProps {
  /** Text beside the box. */
  children?: ReactNode;
  /** Spoken name where no text stands beside it. */
  label?: string;
  checked: boolean;
  /** Some of what it stands for is on. */
  indeterminate?: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  name?: string;
}

/** A box of 14 px: on, off, or some. */
export function Check({ children, label, checked, indeterminate = false, onChange, disabled, name }: CheckProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <label className="g-choice" data-disabled={disabled || undefined}>
      <input
        ref={input}
        className="g-check"
        type="checkbox"
        name={name}
        checked={checked}
        disabled={disabled}
        aria-label={label}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {children}
    </label>
  );
}
