import { createStored } from '../../../platform/stored.ts';
import type { UnitSystem } from '../table/measure-text.ts';

/** The units in which this person reads lengths and areas, in tables and on maps alike. */
export const useUnits = createStored('groma.units', { system: 'metric' as UnitSystem });
