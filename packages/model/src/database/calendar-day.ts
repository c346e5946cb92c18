/** Days since 1970 that databases keep for no day: after and before all others. */
const endlessDay = 2_147_483_647;

/**
 * Year (0 is 1 BC), month and day of the proleptic Gregorian calendar, for any number of days since 1970-01-01. From
 * Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days.
 */
function civilDay(day: number): { year: number; month: number; day: number } {
  // Counted from 0000-03-01, so that a leap day is the last of its year; 400 years are 146,097 days.
  const shifted = day + 719_468;
  const era = Math.floor(shifted / 146_097);
  const ofEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1_460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const place = Math.floor((5 * ofYear + 2) / 153);
  const month = place < 10 ? place + 3 : place - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: ofYear - Math.floor((153 * place + 2) / 5) + 1,
  };
}

const padded = (value: number, digits: number): string => String(value).padStart(digits, '0');

/**
 * A day, as days since 1970, as DuckDB writes it: `2026-05-01`, `0044-03-15 (BC)`, `12345-01-02`, `infinity`. Every day
 * has a text of its own, far beyond those that a `Date` knows.
 */
export function calendarDay(days: number): string {
  if (Math.abs(days) === endlessDay) return days > 0 ? 'infinity' : '-infinity';
  const { year, month, day } = civilDay(days);
  return `${padded(year > 0 ? year : 1 - year, 4)}-${padded(month, 2)}-${padded(day, 2)}${year > 0 ? '' : ' (BC)'}`;
}

/** The same as ISO 8601 writes it: years before 0000 and after 9999 have a sign and six digits. */
export function isoDay(days: number): string {
  const { year, month, day } = civilDay(days);
  const text = year >= 0 && year <= 9_999 ? padded(year, 4) : `${year < 0 ? '-' : '+'}${padded(Math.abs(year), 6)}`;
  return `${text}-${padded(month, 2)}-${padded(day, 2)}`;
}
