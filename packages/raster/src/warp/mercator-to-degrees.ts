/** Metres that web Mercator takes for the radius of the earth (EPSG Guidance Note 7-2, method 1024). */
const radius = 6_378_137;

/** From metres of EPSG:3857 to degrees: pairs, one after another, in place (EPSG Guidance Note 7-2, method 1024). */
export function mercatorToDegrees(places: Float64Array): Float64Array {
  for (let at = 0; at < places.length; at += 2) {
    places[at] = (places[at]! / radius) * (180 / Math.PI);
    places[at + 1] = Math.atan(Math.sinh(places[at + 1]! / radius)) * (180 / Math.PI);
  }
  return places;
}
