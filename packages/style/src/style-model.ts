/** Units of lengths: pixels of 0.28 mm (OGC), millimetres on the screen, metres on the ground, units of the map. */
export type LengthUnit = 'px' | 'mm' | 'm' | 'map';

export interface Length {
  value: number;
  unit: LengthUnit;
}

/** A colour as `#rrggbb`, and from 0 (not seen) to 1 (covering) how much it covers. */
export interface Paint {
  color: string;
  opacity: number;
}

export interface Stroke {
  paint: Paint;
  width: Length;
  /** Lengths of dashes and gaps in turn, in the unit of the width; empty for a line without gaps. */
  dashes: readonly number[];
  cap: 'butt' | 'round' | 'square';
  join: 'miter' | 'round' | 'bevel';
}

/** Shapes of marks that every format here has a name for. */
export type MarkShape =
  | 'circle'
  | 'square'
  | 'triangle'
  | 'star'
  | 'cross'
  | 'x'
  | 'diamond'
  | 'pentagon'
  | 'hexagon'
  | 'line'
  | 'arrow';

export interface Mark {
  kind: 'mark';
  shape: MarkShape;
  size: Length;
  /** Degrees, clockwise. */
  rotation: number;
  fill: Paint | null;
  stroke: Stroke | null;
  /** To the right and down, in the unit of the size. */
  offset: readonly [number, number];
}

/** A picture that lies elsewhere. */
export interface Icon {
  kind: 'icon';
  href: string;
  size: Length;
  rotation: number;
  opacity: number;
}

export interface Line {
  kind: 'line';
  stroke: Stroke;
  /** To the left of the line, in the unit of its width. */
  offset: number;
}

export interface Fill {
  kind: 'fill';
  fill: Paint | null;
  stroke: Stroke | null;
}

export interface Label {
  kind: 'label';
  text: Expression;
  font: { family: string; size: Length; isBold: boolean; isItalic: boolean };
  paint: Paint;
  halo: { paint: Paint; width: Length } | null;
  placement:
    | {
        kind: 'point';
        /** Which part of the label lies on the point, from 0 (left, bottom) to 1 (right, top). */
        anchor: readonly [number, number];
        /** To the right and up. */
        offset: readonly [number, number];
        unit: LengthUnit;
        /** Degrees, clockwise. */
        rotation: number;
      }
    | { kind: 'line'; offset: Length };
}

export type StyleSymbol = Mark | Icon | Line | Fill | Label;

/** What a rule asks of a feature, and what a label says of it. */
export type Expression =
  | { kind: 'field'; name: string }
  | { kind: 'literal'; value: string | number | boolean | null }
  | { kind: 'operation'; operator: '+' | '-' | '*' | '/' | '||'; left: Expression; right: Expression }
  | { kind: 'compare'; operator: '=' | '<>' | '<' | '<=' | '>' | '>='; left: Expression; right: Expression }
  | { kind: 'and' | 'or'; parts: readonly Expression[] }
  | { kind: 'not'; part: Expression }
  | { kind: 'null'; of: Expression }
  | { kind: 'in'; of: Expression; values: readonly Expression[] }
  /** `%` is any text, `_` one character, a backslash takes the meaning of the next. */
  | { kind: 'like'; of: Expression; pattern: string; ignoresCase: boolean }
  | { kind: 'between'; of: Expression; low: Expression; high: Expression };

export interface StyleRule {
  name: string;
  /** Null for every feature. */
  filter: Expression | null;
  /** It is for features that no other rule of its group takes. */
  isElse: boolean;
  /** Denominators of the scales at which it is drawn: from `min` on, below `max`. */
  min: number | null;
  max: number | null;
  /** The first is drawn first. */
  symbols: readonly StyleSymbol[];
}

/** How a layer is drawn. Groups are drawn one after the other; in each, every rule that takes a feature draws it. */
export interface Style {
  name: string;
  groups: readonly (readonly StyleRule[])[];
}

/** A style as it was read or written, and in plain sentences what of it was lost. */
export interface WithLosses<T> {
  value: T;
  losses: string[];
}

/** Raised for text that is no style of the format that it should be, with a sentence for people. */
export class StyleUnreadable extends Error {
  override readonly name = 'StyleUnreadable';
}
