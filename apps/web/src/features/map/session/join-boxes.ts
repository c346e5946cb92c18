import type { Bbox } from '@groma/geo';

/** The box, in degrees, that holds all others; null where there is none. */
export function joinBoxes(boxes: readonly (Bbox | null | undefined)[]): Bbox | null {
  return boxes.reduce<Bbox | null>((all, box) => {
    if (!box || !all) return box ?? all;
    return [Math.min(all[0], box[0]), Math.min(all[1], box[1]), Math.max(all[2], box[2]), Math.max(all[3], box[3])];
  }, null);
}
