import { Mark } from '@groma/ui';
import type { ReactNode } from 'react';
import { LanguageMenu } from '../../../platform/frame/language-menu.tsx';
import { Link } from '../../../platform/link.tsx';
import './notice-page.css';

interface NoticeFrameProps {
  icon: ReactNode;
  title: ReactNode;
  /** What happened, and what to do next: a paragraph each. */
  text: readonly string[];
  /** Shown between the text and the buttons. */
  more?: ReactNode;
  /** The buttons. */
  children: ReactNode;
}

/** A page that says one thing and offers the way on (ACC-049). */
export function NoticeFrame({ icon, title, text, more, children }: NoticeFrameProps) {
  return (
    <main className="notice">
      <header>
        <Link className="notice-brand" href="/">
          <Mark size={26} />
          <b>Groma</b>
        </Link>
        <LanguageMenu />
      </header>
      <section>
        {icon}
        <h1>{title}</h1>
        {text.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {more}
        <div className="notice-actions">{children}</div>
      </section>
    </main>
  );
}
