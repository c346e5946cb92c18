import type { ReactNode } from 'react';

export interface BadgeProps {
  children: ReactNode;
  tone?: 'neutral' | 'accent' | 'red' | 'amber' | 'green' | 'blue';
}

/** A short word of state or kind beside a name. */
export function Badge({ children, tone = 'neutral' }: BadgeProps) {
  return (
    <span className="g-badge" data-tone={tone}>
      {children}
    </span>
  );
}
