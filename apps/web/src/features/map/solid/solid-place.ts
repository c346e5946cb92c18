import { localFrame, moved, product, toGeocentric, toGeodetic, turnedBack, type Matrix, type Triple } from '@groma/geo';
import type { SolidLayerData } from '@groma/protocol';

/** Where a piece is drawn: longitude, latitude and height, and the matrix to metres around there. */
export interface PlacedMatrix {
  origin: Triple;
  matrix: Matrix;
}

/**
 * A piece of what lies on the globe, in metres to the east, north and up of its own middle: a map is flat, so metres
 * around a middle that is far away would be off by the bend of the Earth. `matrix` is to metres around `center`.
 */
export function onGlobe(center: Triple, matrix: Matrix, radius: number, lift: number): PlacedMatrix {
  const frame = localFrame(toGeocentric(center));
  const world = product(frame, matrix);
  const away = Math.hypot(matrix[12]!, matrix[13]!, matrix[14]!);
  // Coordinates from the middle of the Earth say nothing of the middle of the piece.
  const middle: Triple = away <= radius ? [world[12]!, world[13]!, world[14]!] : toGeocentric(center);
  const [longitude, latitude, height] = toGeodetic(middle);
  return { origin: [longitude, latitude, height + lift], matrix: product(turnedBack(localFrame(middle)), world) };
}

/**
 * Metres that the middle of a layer without a place of its own stands above the map: its lowest point stands on it, or
 * as high as it is lifted.
 */
function middleHeight({ source: { path, extent }, style: { lift, place } }: SolidLayerData): number {
  if (extent.kind === 'globe' || !place) return lift;
  const up = /\.json$/i.test(path) || place.isUpright ? 2 : 1;
  return lift + ((extent.high[up]! - extent.low[up]!) / 2) * place.scale;
}

/** The turn and scale of what has no place of its own, around its middle; turned clockwise, seen from above. */
function turned({ heading, scale }: { heading: number; scale: number }): Matrix {
  const angle = (-heading * Math.PI) / 180;
  const [sine, cosine] = [Math.sin(angle) * scale, Math.cos(angle) * scale];
  return [cosine, sine, 0, 0, -sine, cosine, 0, 0, 0, 0, scale, 0, 0, 0, 0, 1];
}

/** Where the middle of a layer is drawn, and the matrix from metres around its middle; null where it has no place. */
export function layerPlace(layer: SolidLayerData): PlacedMatrix | null {
  const {
    source: { extent },
    style: { lift, place },
  } = layer;
  if (extent.kind === 'globe') {
    const [longitude, latitude, height] = extent.center;
    return { origin: [longitude, latitude, height + lift], matrix: moved([0, 0, 0]) };
  }
  if (!place) return null;
  return { origin: [place.longitude, place.latitude, middleHeight(layer)], matrix: turned(place) };
}
