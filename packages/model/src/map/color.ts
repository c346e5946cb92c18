/** Red, green, blue and, where it stands, opacity, each 0 to 255. */
export type Color =
  | readonly [red: number, green: number, blue: number]
  | readonly [red: number, green: number, blue: number, alpha: number];
