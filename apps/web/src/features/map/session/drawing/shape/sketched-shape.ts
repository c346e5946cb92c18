import type { Position, SimpleGeometry } from '@groma/geo';
import type { Icon } from '@groma/ui';

export type ShapeId = 'point' | 'line' | 'polygon' | 'circle' | 'rectangle' | 'ellipse' | 'freehand';

/** A shape that can be drawn: one file each, and a line in the table. */
export interface SketchedShape {
  id: ShapeId;
  /** The key that chooses it. */
  shortcut: string;
  icon: Icon;
  /**
   * `clicks`: one position a click; `span`: from one place to another, pressed or by two clicks; `trace`: along the
   * pressed pointer.
   */
  gesture: 'clicks' | 'span' | 'trace';
  /** Positions it needs at least. */
  least: number;
  /** Positions with which it is done by itself; null for as many as wanted. */
  most: number | null;
  /**
   * What the positions make so far; null while that is nothing. Degrees, longitudes running on over the antimeridian.
   */
  toGeometry(positions: readonly Position[]): SimpleGeometry | null;
}
