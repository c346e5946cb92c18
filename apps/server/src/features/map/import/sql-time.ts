const MOMENT = /^(\d{4,6})-(\d\d)-(\d\d)( \(BC\))?(?: (\d\d:\d\d:\d\d)(?:\.(\d+))?([+-]\d\d(?::\d\d)?)?)?( BC)?$/;
const CLOCK = /^(\d\d:\d\d:\d\d)(?:\.(\d+))?$/;

/**
 * A date or time as PostgreSQL (`0044-03-15 12:00:00+01 BC`) or DuckDB (`0044-03-15 (BC) 12:00:00`) writes it, in ISO
 * 8601; other text stays as it is.
 */
export function isoOfSql(text: string): string {
  const time = CLOCK.exec(text);
  if (time) return clock(time[1]!, time[2], undefined);
  const found = MOMENT.exec(text);
  if (!found) return text;
  const [, year, month, day, before, hours, fraction, zone, after] = found;
  const date = `${isoYear(Number(year), before !== undefined || after !== undefined)}-${month}-${day}`;
  return hours === undefined ? date : `${date}T${clock(hours, fraction, zone)}`;
}

/** 1 BC is the year 0; years of more than four digits have a sign. */
function isoYear(year: number, isBeforeChrist: boolean): string {
  const counted = isBeforeChrist ? 1 - year : year;
  const digits = String(Math.abs(counted));
  return counted >= 0 && counted <= 9999
    ? digits.padStart(4, '0')
    : `${counted < 0 ? '-' : '+'}${digits.padStart(6, '0')}`;
}

function clock(hours: string, fraction = '', zone: string | undefined): string {
  const digits = fraction.replace(/0+$/, '');
  return `${hours}${digits && `.${digits}`}${zone === undefined ? '' : /^[+-]00(:00)?$/.test(zone) ? 'Z' : zone.length === 3 ? `${zone}:00` : zone}`;
}
