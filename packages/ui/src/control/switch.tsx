import type { CheckProps } from './check.tsx';

/** On or off, at once. */
export function Switch({ children, label, checked, onChange, disabled, name }: Omit<CheckProps, 'indeterminate'>) {
  return (
    <label className="g-choice" data-disabled={disabled || undefined}>
      <input
        className="g-switch"
        type="checkbox"
        role="switch"
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
