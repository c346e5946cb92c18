import type { ReactNode } from 'react';
import { Button } from '../control/button.tsx';
import { useNumberFormat, useTexts } from '../provider/interface-context.ts';
import { fillText } from '../texts.ts';

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
  const { retry, grid } = useTexts();
  const number = useNumberFormat();
  return (
    <div className="g-grid-foot">
      <span>{fillText(grid.rowsByColumns, { n: number.format(rowCount), m: number.format(columnCount) })}</span>
      {selectedCount > 0 && <b>{fillText(grid.selected, { n: number.format(selectedCount) })}</b>}
      <span role="status">{word}</span>
      {hasWindowError && <span className="g-grid-foot-error" role="alert">{grid.failed} <Button size="s" variant="quiet" onClick={onRetry}>{retry}</Button></span>}
      <span className="g-grid-foot-end">{children}</span>
    </div>
  );
}
