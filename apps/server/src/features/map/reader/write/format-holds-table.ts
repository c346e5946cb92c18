import type { ColumnType } from '@groma/geo';
import type { ExportFormat } from '@groma/protocol';

/** What a format can hold, as far as it is less than a layer can. Seen of GDAL 3.6 and of pyarrow 26. */
export interface FormatHolds {
  /** Types that become text, in full. */
  asText: readonly ColumnType[];
  /** Dates need a year from 0 to 9999; a column with another becomes text. */
  plainYears?: true;
  /** Digits of a second that dates and times keep. */
  fraction: number;
  /** Date-times are moments in UTC: they lose the offset they were written with. */
  losesOffset?: true;
  /** A date-time without a zone counts as UTC. */
  assumesUtc?: readonly ColumnType[];
  /** Doubles that it has no form for, which become empty. */
  empties?: (value: number) => boolean;
  /** How a double is written, where that is not with all its digits. */
  digits?: (value: number) => string;
  /** Whole numbers beyond it make their column text. */
  largestInteger?: number;
  /** It has no place for M values. */
  dropsMeasures?: true;
  /** A multi geometry of one part comes back as a simple one. */
  joinsOnePart?: true;
}

const all = 12;
/** Columns of a shapefile are 24 characters wide, of which 15 stand after the point. */
const dbfNumber = (value: number): string => value.toFixed(15).slice(0, 24);

export const FORMAT_HOLDS: Record<ExportFormat, FormatHolds> = {
  geojson: { asText: [], fraction: all, empties: (value) => !Number.isFinite(value), dropsMeasures: true },
  csv: { asText: [], fraction: all },
  geoparquet: { asText: [], fraction: 6, losesOffset: true, assumesUtc: ['datetimetz'], dropsMeasures: true },
  geopackage: {
    asText: ['time'],
    plainYears: true,
    fraction: 3,
    assumesUtc: ['datetime', 'datetimetz'],
    empties: Number.isNaN,
  },
  flatgeobuf: { asText: ['date', 'time'], plainYears: true, fraction: 3, empties: Number.isNaN },
  kml: {
    asText: ['date', 'time', 'datetime', 'datetimetz', 'int64'],
    fraction: all,
    empties: (value) =>
      Number.isNaN(value) || Number.isFinite(value) !== Number.isFinite(Number(value.toPrecision(15))),
    digits: (value) => value.toPrecision(15),
    largestInteger: 1e15,
    dropsMeasures: true,
    joinsOnePart: true,
  },
  shapefile: {
    asText: ['time', 'datetime', 'datetimetz', 'int64'],
    plainYears: true,
    fraction: all,
    empties: (value) => !(Math.abs(value) < 1e21),
    digits: dbfNumber,
    joinsOnePart: true,
  },
};
