import { completeVectorStyle, type Color, type PointIcon, type VectorStyle } from '@groma/model';
import { CubeIcon, PhotoIcon, Stack2Icon, TableIcon } from '@groma/ui';
import { useId } from 'react';
import { toCss } from './color-text.ts';
import type { SwatchShape } from './layer-shape.ts';

/** What a layer looks like on the map, in 16 pixels; one that is classed shows some of its colours. */
export function LayerSwatch({ swatch: { shape, style } }: { swatch: { shape: SwatchShape; style: VectorStyle } }) {
  const id = useId();
  const full = completeVectorStyle(style);
  const colors = classColors(full);
  if (shape === 'none') return <TableIcon size={14} />;
  if (shape === 'solid') return <CubeIcon size={14} />;
  if (shape === 'photo') return <PhotoIcon size={14} />;
  if (shape === 'mixed') return <Stack2Icon size={14} color={toCss(colors[0] ?? full.lineColor)} />;
  if (colors.length === 0)
    return <Mark shape={shape} icon={full.pointIcon} color={ownColor(full, shape)} line={full.lineColor} />;
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden>
      <clipPath id={id}>
        {shape === 'line' ? (
          <path d="M1 10h14v3H1z" />
        ) : shape === 'point' ? (
          <circle cx="8" cy="8" r="5" />
        ) : (
          <rect x="2.5" y="2.5" width="11" height="11" rx="2" />
        )}
      </clipPath>
      <g clipPath={`url(#${id})`}>
        {colors.map((color, index) => (
          <rect
            key={index}
            x={2 + (index * 12) / colors.length}
            y="2"
            width={12 / colors.length + 0.3}
            height="12"
            fill={toCss(color)}
          />
        ))}
      </g>
    </svg>
  );
}

const mostColors = 4;

/** At most four colours of a layer's classes, from its first to its last. */
function classColors({ symbology }: VectorStyle): Color[] {
  if (symbology.kind === 'single') return [];
  const all =
    symbology.kind === 'graduated'
      ? symbology.colors
      : symbology.categories.filter(({ isHidden }) => !isHidden).map(({ color }) => color);
  if (all.length <= mostColors) return [...all];
  return Array.from(
    { length: mostColors },
    (_, index) => all[Math.round((index * (all.length - 1)) / (mostColors - 1))]!,
  );
}

function ownColor(style: VectorStyle, shape: SwatchShape): Color {
  return shape === 'point' ? style.iconColor : shape === 'line' ? style.lineColor : style.fillColor;
}

const iconPaths: Record<PointIcon, string> = {
  circle: 'M8 3.500a4.500 4.500 0 1 1 0 9a4.500 4.500 0 1 1 0-9z',
  square: 'M3.800 3.800h8.400v8.400H3.800z',
  diamond: 'M8 2.500L13.500 8L8 13.500L2.500 8z',
  triangle: 'M8 2.500l5.800 10H2.200z',
  star: 'M8 2l1.600 4.100 4.400.2-3.400 2.800 1.200 4.200L8 10.900l-3.800 2.400 1.200-4.200L2 6.300l4.400-.2z',
  cross: 'M6.300 2.500h3.400v3.800h3.800v3.400H9.700v3.800H6.300V9.700H2.500V6.300h3.800z',
};

/** One colour as points, lines or areas show it. */
export function Mark({ shape, icon, color, line }: { shape: SwatchShape; icon: PointIcon; color: Color; line: Color }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden>
      {shape === 'point' && (
        <path d={iconPaths[icon]} fill={toCss(color)} stroke="var(--bg-raised)" strokeWidth="0.8" />
      )}
      {shape === 'line' && (
        <path
          d="M2 11.500C5 5.500 7.500 12 10 8s2.500-4 4-4"
          fill="none"
          stroke={toCss(color)}
          strokeWidth="2"
          strokeLinecap="round"
        />
      )}
      {(shape === 'polygon' || shape === 'mixed') && (
        <rect x="2.500" y="2.500" width="11" height="11" rx="2" fill={toCss(color)} stroke={toCss(line)} />
      )}
    </svg>
  );
}
