import type { ReactNode } from 'react';
import { Button } from '../control/button.tsx';
import { useInterface } from '../provider/interface-context.ts';
import { countText, fillText } from '../texts.ts';

interface GridFootProps {
  rowCount: number;
  /** Rows without any filter, where a filter leaves fewer. */
  wholeCount?: number | undefined;
  columnCount: number;
  selectedCount: number;
  /** A passing word, as after copying. */
  word: string;
  hasWindowError: boolean;
  onRetry: () => void;
  children?: ReactNode;
}

/** The bar of 26 px under the grid: counts at the start, the caller's slot at the end. */
export function GridFoot({
  rowCount,
  wholeCount,
  columnCount,
  selectedCount,
  word,
  hasWindowError,
  onRetry,
  children,
}: GridFootProps) {
  const {
    locale,
    texts: { retry, grid },
  } = useInterface();
  return (
    <div className="g-grid-foot">
      <span>
        {wholeCount === undefined
          ? countText(grid, 'rows', rowCount, locale)
          : fillText(grid.rowsOf, { n: rowCount.toLocaleString(locale), m: wholeCount.toLocaleString(locale) })}{' '}
        × {countText(grid, 'columns', columnCount, locale)}
      </span>
      {selectedCount > 0 && <b>{countText(grid, 'selected', selectedCount, locale)}</b>}
      <span role="status">{word}</span>
      {hasWindowError && (
        <span className="g-grid-foot-error" role="alert">
          {grid.failed}{' '}
          <Button size="s" variant="quiet" onClick={onRetry}>
            {retry}
          </Button>
        </span>
      )}
      <span className="g-grid-foot-end">{children}</span>
    </div>
  );
}
