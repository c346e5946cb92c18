/**
 * A grid of hexagons with a corner up and down, over the plane of Web Mercator where the world is 0 to 1. Cells are
 * named by two whole numbers: `q` counts along a row, `r` counts rows.
 */
export interface HexGrid {
  /** From the middle of a hexagon to a corner, as a part of the world. */
  corner: number;
}

/** Around the equator of the sphere of Web Mercator, in metres. */
const around = 2 * Math.PI * 6_378_137;
/** Room for rows and columns on either side of the first. */
const half = 2 ** 25;

/**
 * The grid whose hexagons are `width` metres from side to side on the ground at a latitude. Web Mercator stretches with
 * the latitude, so those north and south of it cover somewhat less and more ground.
 */
export function hexGrid(width: number, latitude: number): HexGrid {
  return { corner: width / Math.sqrt(3) / (around * Math.cos((latitude * Math.PI) / 180)) };
}

/** The number of the hexagon that holds a place (cube coordinates, rounded to the nearest middle). */
export function hexAt({ corner }: HexGrid, x: number, y: number): number {
  const q = ((Math.sqrt(3) / 3) * x - y / 3) / corner;
  const r = ((2 / 3) * y) / corner;
  let [cellQ, cellR] = [Math.round(q), Math.round(r)];
  const cellS = Math.round(-q - r);
  const [offQ, offR, offS] = [Math.abs(cellQ - q), Math.abs(cellR - r), Math.abs(cellS + q + r)];
  // The three roundings must sum up to 0: the one that is farthest off follows from the others.
  if (offQ > offR && offQ > offS) cellQ = -cellR - cellS;
  else if (offR > offS) cellR = -cellQ - cellS;
  return (cellQ + half) * 2 * half + cellR + half;
}

/** The middle of a hexagon by its number. */
export function hexMiddle({ corner }: HexGrid, hex: number): [x: number, y: number] {
  const q = Math.floor(hex / (2 * half)) - half;
  const r = (hex % (2 * half)) - half;
  return [corner * Math.sqrt(3) * (q + r / 2), corner * 1.5 * r];
}

/** The six corners of a hexagon around its middle, and the first again. */
export function hexCorners({ corner }: HexGrid, [x, y]: readonly [number, number]): [x: number, y: number][] {
  return Array.from({ length: 7 }, (_, at) => {
    const angle = (Math.PI / 3) * (at % 6) + Math.PI / 6;
    return [x + corner * Math.cos(angle), y + corner * Math.sin(angle)];
  });
}
