import { setCell, type CellState, type LiveCell } from '@groma/model';
import { useEffect, useState } from 'react';
import { onUnfold } from '../block/unfold.ts';

type Folded = Pick<CellState, 'isCodeHidden' | 'isOutputHidden'>;

/** What of a block is folded away. */
export interface Folds extends Folded {
  change(folded: Partial<Folded>): void;
}

/** Who may edit folds a block for everybody, as they lay out the notebook; who reads it unfolds it for themselves. */
export function useFolds(live: LiveCell, stored: Folded, isEditable: boolean): Folds {
  const [own, setOwn] = useState<Partial<Folded>>({});
  useEffect(() => onUnfold(live, () => setOwn((before) => ({ ...before, isCodeHidden: false }))), [live]);
  const { isCodeHidden, isOutputHidden } = isEditable ? stored : { ...stored, ...own };
  return {
    isCodeHidden,
    isOutputHidden,
    change: (folded) => {
      if (isEditable) setCell(live, folded);
      else setOwn((before) => ({ ...before, ...folded }));
    },
  };
}
