import { createContext, useContext } from 'react';

/** What the checkboxes inside the grid need. */
export interface GridSelection {
  selectedIds: ReadonlySet<string>;
  /** Selects or clears a row; with `isRange` the rows from the last one pressed. */
  toggle: (id: string, index: number, isRange: boolean) => void;
  all: 'none' | 'some' | 'all';
  /** Absent where the caller cannot select all; clearing always works. */
  toggleAll: (() => void) | undefined;
}

export const GridSelectionContext = createContext<GridSelection>({
  selectedIds: new Set(),
  toggle: () => {},
  all: 'none',
  toggleAll: undefined,
});

/** The selection of the grid around. */
export function useGridSelection(): GridSelection {
  return useContext(GridSelectionContext);
}
