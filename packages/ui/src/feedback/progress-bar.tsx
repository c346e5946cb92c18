export interface ProgressBarProps {
  /** 0 to 100; left out while the amount is unknown. */
  value?: number;
  label: string;
  tone?: 'accent' | 'amber' | 'red' | 'green';
}

/** A 4 px bar of how far something has come. */
export function ProgressBar({ value, label, tone = 'accent' }: ProgressBarProps) {
  const known = value === undefined ? undefined : Math.min(100, Math.max(0, value));
  return (
    <span
      className="g-progress"
      data-tone={tone}
      data-unknown={known === undefined || undefined}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={known}
    >
      <span style={known === undefined ? undefined : { inlineSize: `${known}%` }} />
    </span>
  );
}
