import type { ICellRendererParams } from 'ag-grid-community';
import { ExternalLinkIcon } from '../first-icons.ts';
import type { GridRow } from './grid-column.ts';

/** The address of a page: a press on it means the cell, and only the mark behind it, or Ctrl+Enter, leads there. */
export function LinkCell({ value }: ICellRendererParams<GridRow>) {
  const address = String(value);
  return (
    <span className="g-link-cell">
      <span className="g-link-text" aria-hidden="true">
        {address}
      </span>
      <a
        className="g-link-mark"
        href={address}
        target="_blank"
        rel="noopener noreferrer nofollow"
        draggable={false}
        tabIndex={-1}
        aria-label={address}
        aria-keyshortcuts="Control+Enter"
        title={`${address} (Ctrl+Enter)`}
      >
        <ExternalLinkIcon size={13} />
      </a>
    </span>
  );
}
