import { defaultViewState, type ViewState } from '@groma/model';

/** Latitudes, in degrees, around which most people of a part of the world live; zones are named for these parts. */
const latitudes: Readonly<Record<string, number>> = {
  Africa: 5,
  America: 38,
  Asia: 32,
  Atlantic: 38,
  Australia: -27,
  Europe: 50,
  Indian: -10,
  Pacific: -12,
};

/** Zones of the Americas south of the equator. */
const southern =
  /^America\/(?:Araguaina|Argentina|Asuncion|Bahia|Belem|Buenos_Aires|Campo_Grande|Cuiaba|Fortaleza|Guayaquil|La_Paz|Lima|Maceio|Manaus|Montevideo|Porto_Velho|Recife|Rio_Branco|Santarem|Santiago|Sao_Paulo)/;

/**
 * The view of an empty map for somebody in a time zone (SHL-151): their part of the world. `timeZone` is of the IANA
 * database, `offset` minutes ahead of UTC outside of summer time. UTC and zones without a place get the view of the
 * whole world.
 */
export function viewOfTimeZone(timeZone: string, offset: number): ViewState {
  const latitude = southern.test(timeZone) ? -20 : latitudes[timeZone.split('/')[0]!];
  if (latitude === undefined || !timeZone.includes('/')) return defaultViewState;
  return { ...defaultViewState, longitude: ((offset / 4 + 540) % 360) - 180, latitude, zoom: 3 };
}

/** The same for the person at this browser. */
export function viewOfHere(year = new Date().getFullYear()): ViewState {
  // One of the two is outside of summer time on either side of the equator: the one less ahead.
  const ahead = [0, 6].map((month) => -new Date(year, month, 1).getTimezoneOffset());
  return viewOfTimeZone(new Intl.DateTimeFormat().resolvedOptions().timeZone, Math.min(...ahead));
}
