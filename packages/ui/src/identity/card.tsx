import type { ComponentProps, ReactNode } from 'react';

export interface CardProps extends Omit<ComponentProps<'section'>, 'title'> {
  /** Stands above the content, with what can be done at its end. */
  title?: ReactNode;
  action?: ReactNode;
}

/** What belongs together, on a ground of its own. */
export function Card({ title, action, children, className, ...rest }: CardProps) {
  return (
    <section {...rest} className={className ? `g-card ${className}` : 'g-card'}>
      {(title !== undefined || action !== undefined) && (
        <header>
          <h3>{title}</h3>
          {action}
        </header>
      )}
      {children}
    </section>
  );
}
