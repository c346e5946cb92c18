import type { ReactNode } from 'react';
import './settings-section.css';

/** One part of a page of settings: what it is at the start, its controls at the end. */
export function SettingsSection({
  id,
  title,
  text,
  children,
}: {
  id?: string;
  title: string;
  text?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="settings-section" id={id}>
      <header>
        <h2>{title}</h2>
        {text && <p>{text}</p>}
      </header>
      <div className="settings-body">{children}</div>
    </section>
  );
}
