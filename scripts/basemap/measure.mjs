const RADIUS_KM = 6371.0072;

/** Area in km² of a polygon on the sphere of equal area. Source: Chamberlain and Duquette, JPL 07-03 (2007). */
export function polygonArea(rings) {
  return rings.reduce((sum, ring, index) => sum + (index ? -1 : 1) * Math.abs(ringArea(ring)), 0);
}

function ringArea(ring) {
  const radians = Math.PI / 180;
  let sum = 0;
  for (let index = 0; index < ring.length - 1; index++) {
    const [x1, y1] = ring[index];
    const [x2, y2] = ring[index + 1];
    sum += (x2 - x1) * radians * (2 + Math.sin(y1 * radians) + Math.sin(y2 * radians));
  }
  return (sum * RADIUS_KM ** 2) / 2;
}

/**
 * The point of a polygon that is farthest from its boundary, by a grid refined three times; good enough for a label.
 */
export function labelPoint(rings) {
  const xs = rings[0].map(([x]) => x);
  const ys = rings[0].map(([, y]) => y);
  let box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  let best = { distance: -Infinity, point: rings[0][0] };
  for (let round = 0; round < 3; round++) {
    const [west, south, east, north] = box;
    for (let i = 0; i <= 24; i++) {
      for (let j = 0; j <= 24; j++) {
        const point = [west + ((east - west) * i) / 24, south + ((north - south) * j) / 24];
        const distance = signedDistance(point, rings);
        if (distance > best.distance) best = { distance, point };
      }
    }
    const [dx, dy] = [(east - west) / 24, (north - south) / 24];
    box = [best.point[0] - dx, best.point[1] - dy, best.point[0] + dx, best.point[1] + dy];
  }
  return best.point;
}

function signedDistance([x, y], rings) {
  const shrink = Math.cos((y * Math.PI) / 180);
  let inside = false;
  let nearest = Infinity;
  for (const ring of rings) {
    for (let index = 0; index < ring.length - 1; index++) {
      const [x1, y1] = ring[index];
      const [x2, y2] = ring[index + 1];
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
      nearest = Math.min(nearest, segmentDistance((x1 - x) * shrink, y1 - y, (x2 - x) * shrink, y2 - y));
    }
  }
  return inside ? nearest : -nearest;
}

function segmentDistance(x1, y1, x2, y2) {
  const length = (x2 - x1) ** 2 + (y2 - y1) ** 2;
  const along = length ? Math.max(0, Math.min(1, -(x1 * (x2 - x1) + y1 * (y2 - y1)) / length)) : 0;
  return Math.hypot(x1 + along * (x2 - x1), y1 + along * (y2 - y1));
}
