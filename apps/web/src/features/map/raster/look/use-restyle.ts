import type { RasterStyle } from '@groma/model';
import { useRef, useState } from 'react';
import { errorText } from '../../../../platform/api.ts';
import { findRanges } from './raster-numbers.ts';
import type { RasterTarget } from './raster-target.ts';

/** Changes what is shown and has the ends of the colours found anew. The last change wins, whichever answer comes first. */
export function useRestyle(target: RasterTarget): { restyle: (change: Partial<RasterStyle>) => void; failure: string | null } {
  const [failure, setFailure] = useState<string | null>(null);
  const latest = useRef(0);
  const restyle = (change: Partial<RasterStyle>) => {
    const style = { ...target.style, ...change };
    // Ends that were set by hand are those of other values.
    const next: Partial<RasterStyle> = { ...change, ...(style.currentStatName === 'manual' && { currentStatName: 'min-max' as const }) };
    const turn = latest.current += 1;
    setFailure(null);
    void findRanges({ session: target.session, url: target.url, style: { ...style, ...next } }).then(
      (ranges) => { if (turn === latest.current) target.change({ ...next, ranges }); },
      (error: unknown) => { if (turn === latest.current) setFailure(errorText(error)); },
    );
  };
  return { restyle, failure };
}
