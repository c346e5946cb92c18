import { useId, type ReactNode } from 'react';
import { Tooltip } from '../overlay/tooltip.tsx';

export interface SegmentedOption<Value extends string> {
  value: Value;
  label: ReactNode;
  icon?: ReactNode;
  disabled?: boolean;
  /** Needed where the label is only an icon. */
  name?: string;
}

export interface SegmentedProps<Value extends string> {
  /** What is chosen here, for those who do not see it. */
  label: string;
  options: readonly SegmentedOption<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  size?: 's' | 'm';
  fullWidth?: boolean;
}

/** Two to four short choices side by side; arrow keys move. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onChange,
  size = 'm',
  fullWidth,
}: SegmentedProps<Value>) {
  const group = useId();
  return (
    <div
      className="g-segmented"
      role="radiogroup"
      aria-label={label}
      data-size={size}
      data-full={fullWidth || undefined}
    >
      {options.map((option) => {
        const segment = (
          <label key={option.value} data-disabled={option.disabled || undefined}>
            <input
              type="radio"
              name={group}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              aria-label={option.name}
              onChange={() => onChange(option.value)}
            />
            <span>
              {option.icon}
              {option.label}
            </span>
          </label>
        );
        return option.name ? (
          <Tooltip key={option.value} label={option.name}>
            {segment}
          </Tooltip>
        ) : (
          segment
        );
      })}
    </div>
  );
}
