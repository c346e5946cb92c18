import { presenceColor } from '@groma/ui';
import type { Map as LibreMap } from 'maplibre-gl';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useText } from '../../../platform/text.ts';
import type { Cursor, Cursors } from '../session/cursors.ts';
import { useCamera } from '../view/use-camera.ts';
import './map-cursors.css';

/** A name fades when its cursor has rested this long. */
const fadeMs = 3_000;

/** The pointers of the others with their names; a click flies there (MAP-045, MAP-046). */
export function MapCursors({ map, cursors }: { map: LibreMap; cursors: Cursors }) {
  useCamera(map);
  const shown = useSyncExternalStore(cursors.subscribe, cursors.shown);
  return (
    <div className="map-cursors">
      {shown.map((cursor) => (
        <CursorMark key={cursor.userId} cursor={cursor} map={map} />
      ))}
    </div>
  );
}

function CursorMark({ cursor, map }: { cursor: Cursor; map: LibreMap }) {
  const t = useText();
  const { userId, username, lng, lat, zoom, movedAt } = cursor;
  const [restedAt, setRestedAt] = useState<typeof movedAt | null>(null);
  const isResting = restedAt === movedAt;
  useEffect(() => {
    const timer = setTimeout(() => setRestedAt(movedAt), fadeMs);
    return () => clearTimeout(timer);
  }, [movedAt]);
  const { x, y } = map.project([nearestTurn(lng, map.getCenter().lng), lat]);
  return (
    <button
      type="button"
      className="map-cursor"
      data-resting={isResting || undefined}
      aria-label={t('map.flyTo', { name: username })}
      style={{ transform: `translate(${x}px, ${y}px)`, '--who': presenceColor(userId).css } as React.CSSProperties}
      onClick={() => map.flyTo({ center: [lng, lat], zoom: Math.max(zoom, map.getZoom()) })}
    >
      <svg viewBox="0 0 14 16" width="14" height="16" aria-hidden>
        <path
          d="M1 1l11.500 5.200-5 1.700-2.300 4.800z"
          fill="currentColor"
          stroke="var(--on-presence)"
          strokeLinejoin="round"
        />
      </svg>
      <span>{username}</span>
    </button>
  );
}

/** The same meridian on the turn of the world that is in sight. */
function nearestTurn(lng: number, middle: number): number {
  return lng + 360 * Math.round((middle - lng) / 360);
}
