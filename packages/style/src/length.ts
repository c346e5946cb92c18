import type { LossList } from './loss-list.ts';
import type { Length, LengthUnit } from './style-model.ts';

/** A pixel as OGC counts it (Styled Layer Descriptor 1.1, 4.7.1). */
const pixelMm = 0.28;
const pointMm = 25.4 / 72;

/** A length in millimetres where it has a size on the screen; null for one on the ground. */
function inMm({ value, unit }: Length): number | null {
  if (unit === 'mm') return value;
  return unit === 'px' ? value * pixelMm : null;
}

/** Points of typography as millimetres. */
export function points(value: number): Length {
  return { value: rounded(value * pointMm), unit: 'mm' };
}

export function inPoints(length: Length): number | null {
  const mm = inMm(length);
  return mm === null ? null : rounded(mm / pointMm);
}

/** A number in the one unit as a number in the other; as it is, and told, where neither follows from the other. */
export function converted(value: number, from: LengthUnit, to: LengthUnit, losses: LossList): number {
  if (from === to || value === 0) return value;
  const mm = inMm({ value, unit: from });
  if (mm === null || to === 'm' || to === 'map') {
    losses.add('Lengths of one symbol are partly on the screen and partly on the ground, and keep their numbers.');
    return value;
  }
  return rounded(to === 'mm' ? mm : mm / pixelMm);
}

/** Without the noise of binary fractions. */
export function rounded(value: number): number {
  return Number(value.toFixed(6));
}
