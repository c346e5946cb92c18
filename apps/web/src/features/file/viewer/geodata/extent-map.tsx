import { useMemo } from 'react';
import { useText } from '../../../../platform/text.ts';
import { worldPath } from './world-path.ts';

type Extent = readonly [west: number, south: number, east: number, north: number];

/** Degrees that a very small extent is marked with, so that it is seen. */
const leastMark = 3;

/** Where on earth an extent lies, on an outline of the land. */
export function ExtentMap({ extent }: { extent: Extent }) {
  const t = useText();
  const land = useMemo(() => worldPath(), []);
  const [west, south, east, north] = extent;
  const box = { x: west, y: -north, width: Math.max(0, east - west), height: Math.max(0, north - south) };
  const isSmall = box.width < leastMark && box.height < leastMark;
  const corners = {
    west: degrees(west, 'W', 'E'),
    south: degrees(south, 'S', 'N'),
    east: degrees(east, 'W', 'E'),
    north: degrees(north, 'S', 'N'),
  };
  return (
    <figure className="extent-map">
      <svg viewBox="-180 -90 360 180" role="img" aria-label={t('file.viewer.extentAt', corners)}>
        <path d={land} className="extent-land" />
        <rect {...box} className="extent-box" />
        {isSmall && (
          <circle cx={box.x + box.width / 2} cy={box.y + box.height / 2} r={leastMark} className="extent-mark" />
        )}
      </svg>
      <figcaption dir="ltr">{`${corners.west} – ${corners.east}, ${corners.south} – ${corners.north}`}</figcaption>
    </figure>
  );
}

function degrees(value: number, below: string, above: string): string {
  return `${Math.abs(value).toFixed(4)}° ${value < 0 ? below : above}`;
}
