import { createStored } from '../../../platform/stored.ts';

export type UnitSystem = 'metric' | 'imperial';

/** The units in which this person reads lengths and areas, in tables and on maps alike. */
export const useUnits = createStored('groma.units', { system: 'metric' as UnitSystem });

interface Unit {
  size: number;
  name: string;
}

/** Units from the largest; the last is for whatever is smaller. Sizes in metres and square metres; the international foot. */
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
    { size: 1e6, name: 'km²' },
    { size: 1e4, name: 'ha' },
    { size: 1, name: 'm²' },
  ],
  imperial: [
    { size: 1609.344 ** 2, name: 'mi²' },
    { size: 4046.8564224, name: 'ac' },
    { size: 0.3048 ** 2, name: 'ft²' },
  ],
};

function textOf(value: number, units: readonly Unit[], number: Intl.NumberFormat): string {
  const unit = units.find(({ size }) => value >= size) ?? units.at(-1)!;
  return `${number.format(value / unit.size)} ${unit.name}`;
}

/** A length in metres as a person of either system reads it. */
export function lengthText(metres: number, system: UnitSystem, number: Intl.NumberFormat): string {
  return textOf(metres, lengthUnits[system], number);
}

/** An area in square metres, alike. */
export function areaText(squareMetres: number, system: UnitSystem, number: Intl.NumberFormat): string {
  return textOf(squareMetres, areaUnits[system], number);
}
