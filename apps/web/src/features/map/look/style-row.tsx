import type { ReactNode } from 'react';
import './style-row.css';

/** A name and what is set by it. */
export function StyleRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="style-row">
      <span>{label}</span>
      <div>{children}</div>
    </div>
  );
}

/** Rows that belong together. */
export function StyleSection({
  title,
  note,
  action,
  children,
}: {
  title?: string;
  note?: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="style-section" aria-label={title}>
      {title !== undefined && (
        <header>
          <h3>{title}</h3>
          {note !== undefined && <small>{note}</small>}
          {action}
        </header>
      )}
      {children}
    </section>
  );
}
