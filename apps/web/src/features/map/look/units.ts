import { createStored } from '../../../platform/stored.ts';

export type UnitSystem = 'metric' | 'imperial';

/** The units in which this person reads lengths and areas, in tables and on maps alike. */
export const useUnits = createStored('groma.units', { system: 'metric' as UnitSystem });

interface Unit {
  size: number;
  name: string;
}

/**
 * Units from the largest; the last is for whatever is smaller (GEO-073). Sizes in metres and square metres; the
 * international foot.
 */
const lengthUnits: Record<UnitSystem, readonly Unit[]> = {
  metric: [
    { size: 1000, name: 'km' },
    { size: 1, name: 'm' },
  ],
  imperial: [
    { size: 1609.344, name: 'mi' },
    { size: 0.3048, name: 'ft' },
  ],
};
const areaUnits: Record<UnitSystem, readonly Unit[]> = {
  metric: [
    { size: 1e4, name: 'ha' },
    { size: 1, name: 'm²' },
  ],
  imperial: [
    { size: 4046.8564224, name: 'acres' },
    { size: 0.3048 ** 2, name: 'ft²' },
  ],
};

/** How a person reads measurements. */
export interface MeasureReader {
  system: UnitSystem;
  locale: string;
  /** What stands for a measurement that there isn't. */
  missing: string;
}

function digitsOf(value: number): number {
  if (value < 1) return 3;
  return value >= 1000 ? 0 : 2;
}

function textOf(value: number | null, units: readonly Unit[], { locale, missing }: MeasureReader): string {
  if (value === null) return missing;
  if (value === 0) return new Intl.NumberFormat(locale).format(0);
  const unit = units.find(({ size }) => value >= size) ?? units.at(-1)!;
  const inUnit = value / unit.size;
  const digits = digitsOf(inUnit);
  const number = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${number.format(inUnit)} ${unit.name}`;
}

/** A length in metres as a person of either system reads it; null was not measured. */
export function lengthText(metres: number | null, reader: MeasureReader): string {
  return textOf(metres, lengthUnits[reader.system], reader);
}

/** An area in square metres, alike. */
export function areaText(squareMetres: number | null, reader: MeasureReader): string {
  return textOf(squareMetres, areaUnits[reader.system], reader);
}
