/**
 * Has GDAL write dates and times as text: no format in between holds all of them, their zones and years before Christ.
 */
export const DATES_AS_TEXT = ['-mapFieldType', 'Date=String,Time=String,DateTime=String'];

const DATE = /^(-?)(\d+)\/(\d\d)\/(\d\d)(?: (.*))?$/;
const CLOCK = /^([\d:]+)(\.\d+)?(?:([+-]\d\d):?(\d\d)?)?$/;

/** A date or time as GDAL writes it (`2024/02/29 14:30:00.250+0530`) in ISO 8601; other text stays as it is. */
export function isoOfOgr(text: string): string {
  const date = DATE.exec(text);
  if (!date) return text.includes('/') ? text : clock(text);
  const [, sign, year, month, day, time] = date;
  const padded = sign || year!.length > 4 ? `${sign || '+'}${year!.padStart(6, '0')}` : year!.padStart(4, '0');
  return `${padded}-${month}-${day}${time === undefined ? '' : `T${clock(time)}`}`;
}

function clock(text: string): string {
  const [, time, fraction, hours, minutes = '00'] = CLOCK.exec(text) ?? [];
  if (time === undefined) return text;
  const digits = fraction?.replace(/\.?0+$/, '') ?? '';
  const zone = hours === undefined ? '' : hours === '+00' && minutes === '00' ? 'Z' : `${hours}:${minutes}`;
  return `${time}${digits}${zone}`;
}
