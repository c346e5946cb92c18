import { toast } from '@groma/ui';
import type { FrameColumn } from '@groma/protocol';
import { useState } from 'react';
import { errorText } from '../../../../platform/api.ts';
import { askFrame, type FrameAbsence, type FramePlace, type LiveFrame } from './frame-calls.ts';

/** The kernel tells of this many columns at once. */
const columnsOfPage = 400;
const none: FrameColumn[] = [];

/** The columns of a frame by pages, the first of which is there from the start. */
export function useColumnPages(place: FramePlace, frame: LiveFrame, onAbsent: (found: FrameAbsence) => void) {
  const [page, setPage] = useState<{ first: number; columns: FrameColumn[] } | null>(null);
  const count = frame.columnCount ?? 0;
  const { first, columns } = page ?? { first: 0, columns: frame.columns ?? none };
  const read = async (wanted: number): Promise<void> => {
    const answer = await askFrame(place, { ask: 'columns', firstColumn: wanted });
    if (answer.state === 'live') setPage({ first: wanted, columns: answer.columns ?? [] });
    else onAbsent(answer);
  };
  return {
    first,
    columns,
    count,
    go(by: 1 | -1): void {
      const wanted = Math.max(0, first + by * columnsOfPage);
      if (wanted === 0) return setPage(null);
      read(wanted).catch((error: unknown) => toast.error(errorText(error)));
    },
  };
}
