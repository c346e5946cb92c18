/** WGS 84: half axes in metres, flattening, squared eccentricity (NIMA TR8350.2). */
export const SEMI_MAJOR = 6_378_137;
export const FLATTENING = 1 / 298.257223563;
export const SEMI_MINOR = SEMI_MAJOR * (1 - FLATTENING);
export const ECCENTRICITY_SQUARED = FLATTENING * (2 - FLATTENING);
export const RADIANS = Math.PI / 180;
