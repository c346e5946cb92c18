/** Metres of a degree of latitude, and of one of longitude at the equator (MAP-113). */
export const metresPerDegree = 111_320;
