/**
 * Positions of a preview up to which its outlines are painted dashed, with every frame; more are drawn by the graphics
 * card.
 */
const mostDashed = 20_000;

export function isDashed(positions: number): boolean {
  return positions <= mostDashed;
}
