import proj4 from 'proj4';

/**
 * Both ways between a coordinate system and longitude and latitude in degrees of WGS 84. Positions are pairs, one after
 * another (x, y, x, y …); the array that is given may be overwritten. A position without a counterpart becomes NaN,
 * NaN.
 */
export interface Projection {
  /** Whether the coordinates of the system are longitude and latitude. */
  isGeographic: boolean;
  toDegrees(positions: Float64Array): Float64Array | Promise<Float64Array>;
  fromDegrees(positions: Float64Array): Float64Array | Promise<Float64Array>;
}

const longLat = '+proj=longlat +datum=WGS84 +no_defs';
const webMercator =
  '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +no_defs';

/**
 * The systems that are WGS 84 itself, whose conversion to degrees is nothing but mathematics: longitude and latitude,
 * web Mercator and the UTM zones. Every other system needs PROJ, which alone knows the best way from its datum to WGS
 * 84.
 * @param code `EPSG:32633` or `OGC:CRS84`
 * @returns null for any other system
 */
export function plainProjection(code: string): Projection | null {
  const definition = plainDefinition(code.toUpperCase());
  if (definition === null) return null;
  if (definition === longLat)
    return { isGeographic: true, toDegrees: (positions) => positions, fromDegrees: (positions) => positions };
  const converter = proj4(definition, 'WGS84');
  return {
    isGeographic: false,
    toDegrees: (positions) => convertAll(converter.forward, positions),
    fromDegrees: (positions) => convertAll(converter.inverse, positions),
  };
}

function plainDefinition(code: string): string | null {
  if (code === 'OGC:CRS84') return longLat;
  const epsg = Number(/^EPSG:(\d+)$/.exec(code)?.[1] ?? NaN);
  if (epsg === 4326) return longLat;
  if (epsg === 3857 || epsg === 900_913) return webMercator;
  const zone = epsg % 100;
  const isUtm = (epsg > 32_600 && epsg <= 32_660) || (epsg > 32_700 && epsg <= 32_760);
  return isUtm ? `+proj=utm +zone=${zone} ${epsg > 32_700 ? '+south ' : ''}+datum=WGS84 +units=m +no_defs` : null;
}

/** proj4 throws for positions that are not finite, and for places that some projections do not have. */
function convertAll(convert: (position: [number, number]) => [number, number], positions: Float64Array): Float64Array {
  for (let at = 0; at < positions.length; at += 2) {
    try {
      [positions[at], positions[at + 1]] = convert([positions[at]!, positions[at + 1]!]);
    } catch {
      positions.fill(NaN, at, at + 2);
    }
  }
  return positions;
}
