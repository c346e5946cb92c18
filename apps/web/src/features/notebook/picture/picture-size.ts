/** Longest side of a picture in a notebook, in pixels (NBK-044, NBK-048). */
const longestSide = 1_000;

/** The size a picture is drawn at: its longest side at most 1,000 px, never enlarged. */
export function pictureSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, longestSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
