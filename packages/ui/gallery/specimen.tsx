import type { ReactNode } from 'react';

/** One line of the gallery with its caption. */
export function Specimen({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <div className="specimen">
      <span>{caption}</span>
      <div className="line">{children}</div>
    </div>
  );
}
