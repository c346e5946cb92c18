import {
  DuckDBDateValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
} from '@duckdb/node-api';

const endless = 9_223_372_036_854_775_807n;
const endlessDay = 2_147_483_647;

/**
 * Days, and timestamps of other units than microseconds, that are endless; the library takes their numbers for those of
 * a day far away. Undefined for all others.
 */
export function endlessText(value: unknown): 'infinity' | '-infinity' | undefined {
  if (value instanceof DuckDBDateValue)
    return value.days === endlessDay ? 'infinity' : value.days === -endlessDay ? '-infinity' : undefined;
  const ticks = ticksOf(value);
  return ticks === endless ? 'infinity' : ticks === -endless ? '-infinity' : undefined;
}

function ticksOf(value: unknown): bigint | undefined {
  if (value instanceof DuckDBTimestampSecondsValue) return value.seconds;
  if (value instanceof DuckDBTimestampMillisecondsValue) return value.millis;
  return value instanceof DuckDBTimestampNanosecondsValue ? value.nanos : undefined;
}
