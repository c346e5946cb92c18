import { CompassIcon, IconButton, MinusIcon, PlusIcon, useNumberFormat } from '@groma/ui';
import type { Map as LibreMap } from 'maplibre-gl';
import { useStore, type StoreApi } from 'zustand';
import { useText } from '../../../platform/text.ts';
import {
  degreesText,
  degreeStep,
  edgeText,
  marksBetween,
  metresPerPixelAt,
  scaleFor,
  wrapLongitude,
} from './map-maths.ts';
import type { SeenState } from './map-tools.ts';
import { useCamera } from './use-camera.ts';
import './map-edges.css';

const leastPixels = 90;
/** Pixels that half a mark takes: nearer to a corner it would be cut. */
const markSpace = 18;
/** A scale bar shorter than this has no room for the figure in its middle. */
const roomForMiddle = 100;

/** Degrees along the top and the left edge, while the map lies north up and flat. */
export function Neatline({ map }: { map: LibreMap }) {
  const t = useText();
  useCamera(map);
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  const isUpright = map.getBearing() === 0 && map.getPitch() === 0;
  const [west, north] = map.unproject([0, 0]).toArray();
  const [east, south] = map.unproject([width, height]).toArray();
  const across = isUpright ? marksBetween(west, east, degreeStep(east - west, width, leastPixels)) : [];
  const down = isUpright ? marksBetween(south, north, degreeStep(north - south, height, leastPixels)) : [];
  const middle = map.getCenter();
  const placed = (marks: number[], place: (mark: number) => number, length: number) =>
    marks.map((mark) => ({ mark, at: place(mark) })).filter(({ at }) => at > markSpace && at < length - markSpace);
  return (
    <>
      <div className="map-edge" data-edge="top" aria-hidden>
        {placed(across, (longitude) => map.project([longitude, middle.lat]).x, width).map(({ mark, at }) => (
          <span key={mark} style={{ left: at }}>
            {edgeText(wrapLongitude(mark), t('map.east'), t('map.west'))}
          </span>
        ))}
      </div>
      <div className="map-edge" data-edge="left" aria-hidden>
        {placed(down, (latitude) => map.project([middle.lng, latitude]).y, height).map(({ mark, at }) => (
          <span key={mark} style={{ top: at }}>
            {edgeText(mark, t('map.north'), t('map.south'))}
          </span>
        ))}
      </div>
    </>
  );
}

/** The classic black and white bar, for the middle of the map. */
export function ScaleBar({ map, attribution }: { map: LibreMap; attribution: string }) {
  useCamera(map);
  const number = useNumberFormat();
  const { length, unit, pixels } = scaleFor(metresPerPixelAt(map.getCenter().lat, map.getZoom()), 130);
  return (
    <div className="map-scale">
      <div style={{ width: pixels }}>
        <div className="map-scale-text">
          <span>0</span>
          {pixels >= roomForMiddle && <span>{number.format(length / 2)}</span>}
          <span>
            {number.format(length)} {unit}
          </span>
        </div>
        <div className="map-scale-bar">
          <i />
          <i />
          <i />
          <i />
        </div>
      </div>
      <small>{attribution}</small>
    </div>
  );
}

/** Where the pointer is, or the middle of the map, and the zoom. */
export function Readout({ map, seen }: { map: LibreMap; seen: StoreApi<SeenState> }) {
  const t = useText();
  useCamera(map);
  const pointer = useStore(seen, (state) => state.pointer);
  const { lng, lat } = pointer ?? map.getCenter();
  const digits = Math.min(6, Math.max(2, Math.round(map.getZoom() / 2.5) + 2));
  return (
    <output className="map-readout" aria-label={t('map.position')}>
      <span>{degreesText(lat, t('map.north'), t('map.south'), digits)}</span>
      <span>{degreesText(wrapLongitude(lng), t('map.east'), t('map.west'), digits)}</span>
      <small>z {map.getZoom().toFixed(2)}</small>
    </output>
  );
}

/** Zoom and compass at the right edge. */
export function MapZoom({ map }: { map: LibreMap }) {
  const t = useText();
  useCamera(map);
  const isUpright = map.getBearing() === 0 && map.getPitch() === 0;
  return (
    <div className="map-zoom">
      <IconButton label={t('map.zoomIn')} icon={<PlusIcon />} tooltipPosition="left" onClick={() => map.zoomIn()} />
      <IconButton label={t('map.zoomOut')} icon={<MinusIcon />} tooltipPosition="left" onClick={() => map.zoomOut()} />
      <IconButton
        label={t('map.northUp')}
        tooltipPosition="left"
        disabledReason={isUpright ? t('map.isNorthUp') : undefined}
        onClick={() => map.resetNorthPitch()}
        icon={<CompassIcon style={{ transform: `rotate(${-map.getBearing()}deg)` }} />}
      />
    </div>
  );
}
