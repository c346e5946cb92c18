import type { ReactNode } from 'react';

/** A link in a text of somebody else: it opens beside this page, and only where it leads to a page or an address. */
export function OuterLink({ href = '', children }: { href?: string | undefined; children?: ReactNode }) {
  return /^(?:https?|mailto):/i.test(href) ? (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ) : (
    <span>{children}</span>
  );
}
