import type { ICellRendererParams } from 'ag-grid-community';
import { Check } from '../control/check.tsx';
import { useInterface } from '../provider/interface-context.ts';
import { fillText } from '../texts.ts';
import type { GridRow } from './grid-column.ts';
import { useGridSelection } from './grid-context.ts';

/** The checkbox of a row. Shift takes the rows from the last one pressed. */
export function SelectCell({ data }: ICellRendererParams<GridRow>) {
  const { selectedIds, toggle } = useGridSelection();
  const { texts } = useInterface();
  if (!data) return null;
  return (
    <input
      className="g-check"
      type="checkbox"
      tabIndex={-1}
      checked={selectedIds.has(data.id)}
      aria-label={fillText(texts.grid.selectRow, { n: data.index + 1 })}
      onChange={(event) => toggle(data.id, data.index, (event.nativeEvent as MouseEvent).shiftKey === true)}
    />
  );
}

/** The checkbox over all rows. */
export function SelectAllHeader() {
  const { all, toggleAll } = useGridSelection();
  const { texts } = useInterface();
  return (
    <Check
      label={texts.grid.selectAll}
      checked={all === 'all'}
      indeterminate={all === 'some'}
      disabled={toggleAll === undefined}
      onChange={() => toggleAll?.()}
    />
  );
}
