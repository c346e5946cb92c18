/** Names of whole numbers that count nothing: they are read digit by digit. */
const codeName =
  /(^|[^a-z])(id|fid|oid|gid|code|nr|no|number|zip|plz|postcode|postal|epsg|phone|tel|wkn|isbn|iso)([^a-z]|$)|_?id$/i;
const yearName = /(^|[^a-z])(year|yr|jahr|annee|année|año|anno|ano|rok|год|年)([^a-z]|$)|year$/i;
const titleName = /^(name|title|label|nom|nombre|naam|naziv|nome|nazwa|nimi|namn|navn)(_?(en|long|1))?$/i;
/** Names that often name a feature, where no column says `name`. */
const nearTitleName = /(^|_)(name|title|city|town|place|station|country|admin|site)(_?(en|long|1))?$/i;

const [firstYear, lastYear] = [1_000, 2_999];
/** Years of one column lie no further apart where its name does not say that it holds years. */
const [firstPlainYear, lastPlainYear] = [1_800, 2_100];

/** Whether a column's name says that it identifies or numbers features, and measures nothing. */
export function isCodeColumn(name: string): boolean {
  return codeName.test(name) || yearName.test(name);
}

const rate = /dens|(^|[^a-z])per([^a-z]|$)|percent|pct|rate|ratio|share|index|mean|median|average|avg|anom|capita/i;

/** Whether a column holds shares or means, which are not added up. */
export function isRateColumn(name: string): boolean {
  return rate.test(name);
}

/** Whether a column names the features: for sure by its name, or `maybe` where no other does. */
export function isTitleColumn(name: string, certainty: 'sure' | 'maybe' = 'sure'): boolean {
  return titleName.test(name) || (certainty === 'maybe' && nearTitleName.test(name));
}

/** Whether numbers of a column are years, which are written without thousands separators (MAP-156). */
export function countsYears(name: string, numbers: readonly number[]): boolean {
  if (numbers.length === 0 || !numbers.every(Number.isInteger)) return false;
  const within = (first: number, last: number) => numbers.every((each) => each >= first && each <= last);
  return yearName.test(name) ? within(firstYear, lastYear) : within(firstPlainYear, lastPlainYear) && !unitOf(name);
}

/** Endings of names that are units, with how they are written. Longer ones first. */
const units: readonly (readonly [ending: RegExp, unit: string])[] = [
  [/[_ ](per|p)[_ ]?(km2|sqkm|km²)$/i, '/km²'],
  [/[_ ]per[_ ](ha|hectare)$/i, '/ha'],
  [/[_ ]million[_ ]usd$/i, '10⁶ USD'],
  [/[_ ](usd|dollars?)$/i, 'USD'],
  [/[_ ](eur|euros?)$/i, 'EUR'],
  [/[_ ](km2|sqkm|sq[_ ]?km|km²)$/i, 'km²'],
  [/[_ ](m2|sqm|sq[_ ]?m|m²)$/i, 'm²'],
  [/[_ ](m3[_ ]?s|cms|m³[_ ]?s)$/i, 'm³/s'],
  [/[_ ](pct|percent|perc|prozent)$/i, '%'],
  [/[_ ](ha|hectares?)$/i, 'ha'],
  [/[_ ](km|kilomet(er|re)s?)$/i, 'km'],
  [/[_ ](mm|millimet(er|re)s?)$/i, 'mm'],
  [/[_ ](cm|centimet(er|re)s?)$/i, 'cm'],
  [/[_ ](m|met(er|re)s?)$/i, 'm'],
  [/[_ ](ft|feet)$/i, 'ft'],
  [/[_ ](kmh|kph|km[_ ]h)$/i, 'km/h'],
  [/[_ ](ms|m[_ ]s|mps)$/i, 'm/s'],
  [/[_ ](degc|celsius|deg[_ ]c)$/i, '°C'],
  [/[_ ](hpa)$/i, 'hPa'],
  [/[_ ](kg)$/i, 'kg'],
  [/[_ ](mw)$/i, 'MW'],
  [/[_ ](kwh)$/i, 'kWh'],
];

function unitOf(name: string): string | null {
  return units.find(([ending]) => ending.test(name))?.[1] ?? null;
}

/**
 * A column as the head of a legend: `density_per_km2` is `density` with the unit `/km²`. A name that holds no unit
 * stays as it is.
 */
export function columnCaption(name: string): { text: string; unit: string | null } {
  const found = units.find(([ending]) => ending.test(name));
  const rest = found ? name.replace(found[0], '') : name;
  return { text: rest.replaceAll('_', ' ').trim() || name, unit: found?.[1] ?? null };
}
