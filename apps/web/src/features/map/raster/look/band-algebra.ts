import type { BandRole, RasterStyle } from '@groma/model';
import { bandIndices, bandsIn, parseExpression, type BandIndex } from '@groma/raster';

/** Words in the names of bands by which a part of the spectrum is known. */
const roleWords: Readonly<Record<BandRole, RegExp>> = {
  blue: /\bblue|^b0?2$/i,
  green: /green|^b0?3$/i,
  red: /\bred\b(?!.?edge)|^b0?4$/i,
  rededge: /red.?edge|^b0?5$/i,
  nir: /nir|near.?infra|^b0?8a?$/i,
  swir1: /swir.?1|^b11$/i,
  swir2: /swir.?2|^b12$/i,
};
type BandOrder = Readonly<Record<BandRole, number>>;
/**
 * Where bands have no names: the order of most images of four bands and more, and that of whole scenes of Sentinel-2
 * without and with its band 10.
 */
const usualOrder: BandOrder = { red: 1, green: 2, blue: 3, nir: 4, rededge: 5, swir1: 6, swir2: 7 };
const sentinelOrders: Readonly<Record<number, BandOrder>> = {
  12: { blue: 2, green: 3, red: 4, rededge: 5, nir: 8, swir1: 11, swir2: 12 },
  13: { blue: 2, green: 3, red: 4, rededge: 5, nir: 8, swir1: 12, swir2: 13 },
};

export function findIndex(name: string | null): BandIndex | null {
  return bandIndices.find((each) => each.name === name) ?? null;
}

/**
 * The bands an index likely means, in the order of its roles and each another one. What a person has said of a band
 * goes first. `isGuess` where neither a person nor the file, by name or colour, says of some role which band it is.
 */
export function guessBands(
  { bands: roles }: Pick<BandIndex, 'bands'>,
  { cogProps, bandRoles }: Pick<RasterStyle, 'cogProps' | 'bandRoles'>,
): { bands: number[]; isGuess: boolean } {
  const said = new Map<BandRole, number>();
  for (const role of roles)
    if (bandRoles[role] !== undefined && ![...said.values()].includes(bandRoles[role])) said.set(role, bandRoles[role]);
  // A band that a person calls otherwise is not taken for what its name says.
  const others = Object.entries(bandRoles)
    .filter(([role]) => !roles.includes(role as BandRole))
    .map(([, band]) => band);
  for (const role of roles) {
    if (said.has(role)) continue;
    const band = saidBand(role, cogProps);
    if (band !== null && !others.includes(band) && ![...said.values()].includes(band)) said.set(role, band);
  }
  const count = cogProps?.bandNames.length ?? 0;
  const order = sentinelOrders[count] ?? usualOrder;
  const taken = new Set(said.values());
  const most = Math.max(count, roles.length);
  // Bands that people call otherwise come last: they are taken only where there are no others.
  const candidates = (usual: number): number[] =>
    [usual, ...Array.from({ length: most }, (_, place) => place + 1)].toSorted(
      (one, other) => Number(others.includes(one)) - Number(others.includes(other)),
    );
  const bands = roles.map((role) => {
    const band = said.get(role) ?? candidates(order[role]).find((each) => !taken.has(each) && each <= most)!;
    taken.add(band);
    return band;
  });
  return { bands, isGuess: said.size < roles.length };
}

/** The roles with one band more: a band has one role, and a role one band. */
export function withBandRole(
  roles: RasterStyle['bandRoles'],
  role: BandRole,
  band: number | null,
): RasterStyle['bandRoles'] {
  const rest = Object.fromEntries(Object.entries(roles).filter(([each, own]) => each !== role && own !== band));
  return band === null ? rest : { ...rest, [role]: band };
}

/**
 * The band that the file says is a role, by its name or else its colour. `b4` is what a fourth band without a name is
 * called.
 */
export function saidBand(role: BandRole, cogProps: RasterStyle['cogProps']): number | null {
  const byName = (cogProps?.bandNames ?? []).findIndex(
    (name, place) => name !== `b${place + 1}` && roleWords[role].test(name),
  );
  const found = byName >= 0 ? byName : (cogProps?.colorInterpretation ?? []).indexOf(role);
  return found < 0 ? null : found + 1;
}

/** Band maths of an index over chosen bands, whose values are divided so that they run from 0 to 1. */
export function indexExpression({ bands, expression }: BandIndex, chosen: readonly number[], scale: number): string {
  return bands.reduce(
    (text, role, place) =>
      text.replaceAll(
        new RegExp(`\\b${role}\\b`, 'g'),
        scale === 1 ? `b${chosen[place]}` : `(b${chosen[place]}/${scale})`,
      ),
    expression,
  );
}

/** The bands that own band maths uses, or why it cannot be: not readable, or a band that the raster has not. */
export function checkExpression(
  text: string,
  count: number,
):
  | { bands: number[] }
  | { problem: 'unreadable'; place: number | null }
  | { problem: 'no-band'; band: number }
  | { problem: 'no-bands' } {
  try {
    const bands = bandsIn(parseExpression(text));
    const missing = bands.find((band) => band > count);
    if (missing !== undefined) return { problem: 'no-band', band: missing };
    return bands.length === 0 ? { problem: 'no-bands' } : { bands };
  } catch (error) {
    const place = /character (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
    return { problem: 'unreadable', place: place === undefined ? null : Number(place) };
  }
}
