import type { Color } from '@groma/model';
import { Stack2Icon, TableIcon } from '@groma/ui';
import type { MapTreeNode } from './map-tree.ts';

const css = ([red, green, blue, alpha = 255]: Color): string => `rgb(${red} ${green} ${blue} / ${alpha / 255})`;

/** What a layer looks like on the map, in 16 pixels. */
export function LayerSwatch({ swatch: { shape, style } }: { swatch: NonNullable<MapTreeNode['swatch']> }) {
  if (shape === 'none') return <TableIcon size={14} />;
  if (shape === 'mixed') return <Stack2Icon size={14} color={css(style.lineColor)} />;
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden>
      {shape === 'point' && <circle cx="8" cy="8" r="4.5" fill={css(style.iconColor)} stroke="var(--bg-raised)" />}
      {shape === 'line' && <path d="M2 11.5C5 5.5 7.5 12 10 8s2.500-4 4-4" fill="none" stroke={css(style.lineColor)} strokeWidth="2" strokeLinecap="round" />}
      {shape === 'polygon' && <rect x="2.5" y="2.5" width="11" height="11" rx="2" fill={css(style.fillColor)} stroke={css(style.lineColor)} />}
    </svg>
  );
}
