import type { ReactNode } from 'react';
import { Button } from '../control/button.tsx';
import { useInterface } from '../provider/interface-context.ts';
import { countText } from '../texts.ts';

interface GridFootProps {
  rowCount: number;
  columnCount: number;
  selectedCount: number;
  /** A passing word, as after copying. */
  word: string;
  hasWindowError: boolean;
  onRetry: () => void;
  children?: ReactNode;
}

/** The bar of 26 px under the grid: counts at the start, the caller's slot at the end. */
export function GridFoot({ rowCount, columnCount, selectedCount, word, hasWindowError, onRetry, children }: GridFootProps) {
  const { locale, texts: { retry, grid } } = useInterface();
  return (
    <div className="g-grid-foot">
      <span>{countText(grid, 'rows', rowCount, locale)} × {countText(grid, 'columns', columnCount, locale)}</span>
      {selectedCount > 0 && <b>{countText(grid, 'selected', selectedCount, locale)}</b>}
      <span role="status">{word}</span>
      {hasWindowError && <span className="g-grid-foot-error" role="alert">{grid.failed} <Button size="s" variant="quiet" onClick={onRetry}>{retry}</Button></span>}
      <span className="g-grid-foot-end">{children}</span>
    </div>
  );
}
