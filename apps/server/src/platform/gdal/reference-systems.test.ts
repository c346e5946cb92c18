import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { describeAccuracy } from './describe-accuracy.ts';
import { findProjection } from './find-projection.ts';
import { findGdal } from './gdal-sandbox.ts';

interface Reference {
  /** A code, WKT 2 or WKT of ESRI. */ crs: string;
  points: [longitude: number, latitude: number, x: number, y: number][];
}

/**
 * Reference systems of every region (national and worldwide, deprecated, compound, ESRI's, spelled out in words) with
 * places of theirs as PROJ itself converts them without a network, by pyproj with the grids of Debian's proj-data.
 */
const references = JSON.parse(
  readFileSync(new URL('reference-systems.golden.json', import.meta.url), 'utf8'),
) as Reference[];
/** The suite takes a part; `GROMA_SYSTEMS=all` takes all, which is some minutes of a processor. */
const every = process.env['GROMA_SYSTEMS'] === 'all' ? 1 : 15;
const metresPerDegree = 111_320;
const atOnce = 3;

const group = (await findGdal()) ? 'reference systems' : 'reference systems (skipped: GDAL is missing)';
describe.skipIf(group.includes('skipped'))(group, () => {
  test('[RAS-039] lie within 0.1 m of where PROJ has them, both ways', async () => {
    const chosen = references.filter((_, index) => index % every === 0);
    const wrong: unknown[] = [];
    const work = async (): Promise<void> => {
      for (let next = chosen.pop(); next; next = chosen.pop()) {
        // Each of the workers takes one system after the other.
        // oxlint-disable-next-line no-await-in-loop
        wrong.push(...(await differences(next)));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    expect(wrong).toEqual([]);
    expect(references.length).toBeGreaterThan(250);
  }, 600_000);

  test('[RAS-039] where two operations meet, the way to a system is that of the way back: a raster lies on a vector there too', async () => {
    const spain = (await findProjection('EPSG:23030'))!;
    const places = Float64Array.from({ length: 2 * 15 * 15 }, (_, at) =>
      at % 2 === 0 ? -8 + ((at >> 1) % 15) * 0.7 : 35.1 + Math.floor((at >> 1) / 15) * 2.2,
    );
    const back = await spain.toDegrees(await spain.fromDegrees(places.slice()));
    const worst = Math.max(...places.map((degree, at) => Math.abs(back[at]! - degree) * metresPerDegree));
    expect(worst).toBeLessThan(0.01);
  });

  test('[RAS-039] what needs a grid that is missing says how accurate positions are without it', async () => {
    expect(await describeAccuracy('EPSG:27700', [-2, 52, -1, 53])).toEqual({
      metres: 2,
      missingGrid: expect.stringMatching(/^uk_os_OSTN15/) as string,
    });
    expect(await describeAccuracy('EPSG:32633', [14, 45, 15, 46])).toBeNull();
    expect(await describeAccuracy('EPSG:31700', [25, 45, 26, 46])).toEqual({ metres: null, missingGrid: null });
    expect(await describeAccuracy('/etc/passwd', [0, 0, 1, 1])).toBeNull();
  });

  test('[RAS-039] a system that nobody knows, and one of a building site, have no projection; one place that has none spoils no other', async () => {
    expect(await findProjection('EPSG:1')).toBeNull();
    expect(await findProjection('LOCAL_CS["site",UNIT["metre",1]]')).toBeNull();
    const dutch = (await findProjection('EPSG:28992'))!;
    const found = await dutch.fromDegrees(Float64Array.of(5, 52, NaN, 5, 5, 95, 5, 52));
    expect([...found.subarray(2, 6)]).toEqual([NaN, NaN, NaN, NaN]);
    expect([found[6], found[7]]).toEqual([found[0], found[1]]);
  });
});

async function differences({ crs, points }: Reference): Promise<unknown[]> {
  const projection = await findProjection(crs);
  if (!projection) return [`${crs} is not known`];
  const there = await projection.fromDegrees(
    Float64Array.from(points.flatMap(([longitude, latitude]) => [longitude, latitude])),
  );
  const back = await projection.toDegrees(Float64Array.from(points.flatMap(([, , x, y]) => [x, y])));
  return points.flatMap(([longitude, latitude, x, y], index) => {
    const unit = projection.isGeographic ? metresPerDegree : 1;
    const [dx, dy] = [(there[index * 2]! - x) * unit, (there[index * 2 + 1]! - y) * unit];
    const turned = ((((back[index * 2]! - longitude + 180) % 360) + 360) % 360) - 180;
    const [east, north] = [
      turned * metresPerDegree * Math.cos((latitude * Math.PI) / 180),
      (back[index * 2 + 1]! - latitude) * metresPerDegree,
    ];
    return Math.hypot(dx, dy) <= 0.1 && Math.hypot(east, north) <= 0.1
      ? []
      : [{ crs, longitude, latitude, there: Math.hypot(dx, dy), back: Math.hypot(east, north) }];
  });
}
