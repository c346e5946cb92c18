/** Seconds of the units of time that have a fixed length; months and years have none. */
const unitSeconds: readonly (readonly [RegExp, number])[] = [
  [/^(?:microsec(?:ond)?s?|us)$/i, 1e-6],
  [/^(?:millisec(?:ond)?s?|msecs?|ms)$/i, 1e-3],
  [/^(?:sec(?:ond)?s?|s)$/i, 1],
  [/^(?:min(?:ute)?s?)$/i, 60],
  [/^(?:hours?|hrs?|h)$/i, 3_600],
  [/^(?:days?|d)$/i, 86_400],
  [/^weeks?$/i, 604_800],
];

const since =
  /^\s*(\w+)\s+since\s+(-?\d{1,5})-(\d{1,2})-(\d{1,2})(?:(?:\s+|T)(\d{1,2}):(\d{1,2})(?::(\d{1,2}(?:\.\d*)?))?)?\s*(?:Z|UTC|GMT|([+-])?(\d{1,2})(?::?(\d{2}))?)?\s*$/i;

interface Day {
  year: number;
  month: number;
  day: number;
}

/** A calendar of the CF conventions: days are counted from any day, the same for both ways. */
interface Calendar {
  number(day: Day): number;
  day(number: number): Day;
}

/**
 * Dates of a time axis as the CF conventions say them (“hours since 1900-01-01”), in the calendar that the file names:
 * `2013-01-02`, with hours and minutes where one has them, and seconds likewise. Null for what is no such axis.
 */
export function decodeTimes(
  values: readonly number[],
  unit: string | undefined,
  calendar = 'standard',
): string[] | null {
  const [, word, year, month, day, hours, minutes, seconds, sign, zoneHours, zoneMinutes] =
    since.exec(unit ?? '') ?? [];
  const scale = unitSeconds.find(([pattern]) => pattern.test(word ?? ''))?.[1];
  const dates = calendars[calendar.toLowerCase()];
  if (scale === undefined || !dates) return null;
  const zone = (sign === '-' ? -1 : 1) * (Number(zoneHours ?? 0) * 3_600 + Number(zoneMinutes ?? 0) * 60);
  const start =
    dates.number({ year: Number(year), month: Number(month), day: Number(day) }) * 86_400 +
    Number(hours ?? 0) * 3_600 +
    Number(minutes ?? 0) * 60 +
    Number(seconds ?? 0) -
    zone;
  const moments = values.map((value) => Math.round((start + value * scale) * 1e3) / 1e3);
  if (!moments.every((moment) => Math.abs(moment) < 1e13)) return null;
  const parts = moments.every((moment) => moment % 86_400 === 0)
    ? 0
    : moments.every((moment) => moment % 60 === 0)
      ? 2
      : 3;
  return moments.map((moment) => dateText(dates, moment, parts));
}

function dateText(dates: Calendar, moment: number, parts: 0 | 2 | 3): string {
  const number = Math.floor(moment / 86_400);
  const { year, month, day } = dates.day(number);
  const rest = Math.floor(moment - number * 86_400);
  const clock = [Math.floor(rest / 3_600), Math.floor(rest / 60) % 60, rest % 60].slice(0, parts);
  const date = `${year < 0 ? '-' : ''}${String(Math.abs(year)).padStart(4, '0')}-${two(month)}-${two(day)}`;
  return clock.length === 0 ? date : `${date} ${clock.map(two).join(':')}`;
}

const two = (value: number): string => String(value).padStart(2, '0');

const plainMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const leapMonths = plainMonths.with(1, 29);
const evenMonths = Array<number>(12).fill(30);

/** A calendar whose years are all alike. */
function alike(months: readonly number[]): Calendar {
  const starts = months.map((_, at) => months.slice(0, at).reduce((sum, each) => sum + each, 0));
  const length = months.reduce((sum, each) => sum + each, 0);
  return {
    number: ({ year, month, day }) => year * length + (starts[month - 1] ?? Number.NaN) + day - 1,
    day(number) {
      const year = Math.floor(number / length);
      const inYear = number - year * length;
      const month = starts.findLastIndex((start) => start <= inYear);
      return { year, month: month + 1, day: inYear - starts[month]! + 1 };
    },
  };
}

/** Julian day numbers, by shifted years that begin in March, so that the leap day is the last of a year. */
const julian: Calendar = {
  number: (day) => daysToMonth(day) + 365 * shiftedYear(day) + Math.floor(shiftedYear(day) / 4) - 32_083,
  day: (number) => fromMarch(number + 32_082, 0),
};
const gregorian: Calendar = {
  number(day) {
    const year = shiftedYear(day);
    return (
      daysToMonth(day) + 365 * year + Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400) - 32_045
    );
  },
  day(number) {
    const from = number + 32_044;
    const centuries = Math.floor((4 * from + 3) / 146_097);
    return fromMarch(from - Math.floor((146_097 * centuries) / 4), centuries);
  },
};

/** 15 October 1582, the first day of the Gregorian calendar. */
const firstGregorian = 2_299_161;
const mixed: Calendar = {
  number: (day) => (gregorian.number(day) >= firstGregorian ? gregorian : julian).number(day),
  day: (number) => (number >= firstGregorian ? gregorian : julian).day(number),
};

const shiftedYear = ({ year, month }: Day): number => year + 4_800 - (month < 3 ? 1 : 0);
const daysToMonth = ({ month, day }: Day): number => day + Math.floor((153 * ((month + 9) % 12) + 2) / 5);

function fromMarch(days: number, centuries: number): Day {
  const years = Math.floor((4 * days + 3) / 1_461);
  const inYear = days - Math.floor((1_461 * years) / 4);
  const months = Math.floor((5 * inYear + 2) / 153);
  return {
    year: 100 * centuries + years - 4_800 + Math.floor(months / 10),
    month: ((months + 2) % 12) + 1,
    day: inYear - Math.floor((153 * months + 2) / 5) + 1,
  };
}

const calendars: Readonly<Record<string, Calendar>> = {
  standard: mixed,
  gregorian: mixed,
  proleptic_gregorian: gregorian,
  julian,
  noleap: alike(plainMonths),
  '365_day': alike(plainMonths),
  all_leap: alike(leapMonths),
  '366_day': alike(leapMonths),
  '360_day': alike(evenMonths),
};
