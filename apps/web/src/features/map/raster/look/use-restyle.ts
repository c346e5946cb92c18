import type { RasterRange, RasterStyle } from '@groma/model';
import { useRef, useState } from 'react';
import { errorText } from '../../../../platform/api.ts';
import { findRanges } from './raster-numbers.ts';
import type { RasterTarget } from './raster-target.ts';
import { spreadPalette } from './spread-palette.ts';

interface Restyle {
  restyle: (change: Partial<RasterStyle>) => void;
  failure: string | null;
  /** The style with what was chosen and is not drawn yet: controls show it at once. */
  shown: RasterStyle;
}

/**
 * Changes what is shown and has the ends of the colours found anew. Changes in a row add up, whichever answer comes
 * first.
 */
export function useRestyle(target: RasterTarget): Restyle {
  const [failure, setFailure] = useState<string | null>(null);
  const [pending, setPending] = useState<Partial<RasterStyle>>({});
  const latest = useRef(0);
  const shown = { ...target.style, ...pending };
  const restyle = (change: Partial<RasterStyle>) => {
    const style = { ...shown, ...change };
    // Ends that were set by hand are those of other values.
    const next: Partial<RasterStyle> = {
      ...pending,
      ...change,
      ...(style.currentStatName === 'manual' && { currentStatName: 'min-max' as const }),
    };
    const turn = (latest.current += 1);
    setFailure(null);
    setPending(next);
    void findRanges({ session: target.session, url: target.url, style: { ...style, ...next } })
      .then(
        (ranges) => {
          if (turn === latest.current) target.change({ ...next, ranges, ...paletteFor(style, next, ranges[0]) });
        },
        (error: unknown) => {
          if (turn === latest.current) setFailure(errorText(error));
        },
      )
      .finally(() => {
        if (turn === latest.current) setPending({});
      });
  };
  return { restyle, failure, shown };
}

/**
 * Own colours stand at values: of another band or index they would lie beside all there is, and nothing would be drawn.
 */
function paletteFor(
  { customPalette }: RasterStyle,
  change: Partial<RasterStyle>,
  range: RasterRange | undefined,
): Partial<RasterStyle> {
  const isOther = change.bands !== undefined || change.expression !== undefined;
  return customPalette && isOther && range ? { customPalette: spreadPalette(customPalette, range) } : {};
}
