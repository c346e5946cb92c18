/** Where the pointer is, and how far around it counts, all in degrees. */
export interface SearchPlace {
  longitude: number;
  latitude: number;
  acrossReach: number;
  upReach: number;
}
