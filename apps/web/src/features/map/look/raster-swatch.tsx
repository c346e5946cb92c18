import type { RasterStyle } from '@groma/model';
import { useId } from 'react';
import { paletteCss } from './palette-css.ts';

/** What an image layer looks like, in 16 pixels. */
export function RasterSwatch({ style }: { style: RasterStyle }) {
  const id = useId();
  const isMany = style.displayMode === 'multi-channel';
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden>
      <clipPath id={id}>
        <rect x="2" y="2" width="12" height="12" rx="2" />
      </clipPath>
      <g clipPath={`url(#${id})`}>
        {isMany ? (
          <>
            <path d="M2 2h4v12H2z" fill="#c9403f" />
            <path d="M6 2h4v12H6z" fill="#3f9b5b" />
            <path d="M10 2h4v12h-4z" fill="#3f6fc9" />
          </>
        ) : (
          <foreignObject x="2" y="2" width="12" height="12">
            <div style={{ height: '100%', background: paletteCss(style, 'to right') }} />
          </foreignObject>
        )}
      </g>
    </svg>
  );
}
