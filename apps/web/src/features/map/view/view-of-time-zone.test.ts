import { defaultViewState } from '@groma/model';
import { expect, test } from 'vitest';
import { viewOfTimeZone } from './view-of-time-zone.ts';

test('[SHL-151] an empty map shows the part of the world that the time zone is in', () => {
  const placeOf = (timeZone: string, offset: number) => {
    const { longitude, latitude } = viewOfTimeZone(timeZone, offset);
    return [longitude, latitude];
  };
  expect(placeOf('Europe/Vienna', 60)).toEqual([15, 50]);
  expect(placeOf('America/Sao_Paulo', -180)).toEqual([-45, -20]);
  expect(placeOf('America/Denver', -420)).toEqual([-105, 38]);
  expect(placeOf('Pacific/Auckland', 720)).toEqual([-180, -12]);
  expect(viewOfTimeZone('UTC', 0)).toBe(defaultViewState);
  expect(viewOfTimeZone('Etc/GMT-3', 180)).toBe(defaultViewState);
});
