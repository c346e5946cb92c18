// Makes the offline base map and the sample data from Natural Earth as two npm packages carry it.
// Run from the root of the repository, with network: node scripts/basemap/build.mjs
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cutLine, cutPolygons } from './antimeridian.mjs';
import { labelPoint, polygonArea } from './measure.mjs';
import { decodeArcs, polygonsOf, roundLine, roundPolygons, sharedArcs, simplifyLine } from './topology.mjs';

const ATLAS = 'world-atlas@2.0.2';
const ATTRIBUTES = 'globe.gl@2.46.2';
const BASEMAP = 'apps/web/public/basemap';
const SAMPLE = 'apps/server/src/sample/data';

const work = mkdtempSync(join(tmpdir(), 'groma-basemap-'));
try {
  const atlas = unpack(ATLAS);
  const datasets = join(unpack(ATTRIBUTES), 'example/datasets');
  const countries = readJson(join(datasets, 'ne_110m_admin_0_countries.geojson')).features.map(
    ({ properties }) => properties,
  );
  const places = readJson(join(datasets, 'ne_110m_populated_places_simple.geojson')).features;
  mkdirSync(BASEMAP, { recursive: true });
  mkdirSync(SAMPLE, { recursive: true });
  for (const [scale, digits] of [
    ['110m', 2],
    ['50m', 3],
  ])
    writeScale(scale, digits, readJson(join(atlas, `countries-${scale}.json`)));
  const shapes = countryShapes(readJson(join(atlas, 'countries-50m.json')));
  writeLabels(countries, places, shapes);
  writeSample(countries, places, shapes);
} finally {
  rmSync(work, { recursive: true });
}

function unpack(name) {
  const file = execFileSync('npm', ['pack', name, '--silent'], { cwd: work, encoding: 'utf8' })
    .trim()
    .split('\n')
    .at(-1);
  const folder = join(work, name.split('@')[0]);
  mkdirSync(folder);
  execFileSync('tar', ['xzf', file, '-C', folder], { cwd: work });
  return join(folder, 'package');
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function writeJson(path, value) {
  writeFileSync(path, `${JSON.stringify(value)}\n`);
}

function writeScale(scale, digits, topology) {
  const arcs = decodeArcs(topology);
  const land = roundPolygons(cutPolygons(polygonsOf(topology.objects.land, arcs)), digits);
  const { shared, single } = sharedArcs(topology.objects.countries, arcs);
  const lines = (list) =>
    list
      .flatMap(cutLine)
      .map((line) => roundLine(line, digits))
      .filter((line) => line.length > 1);
  const features = [
    ['graticule', { type: 'MultiLineString', coordinates: graticule(15) }],
    ['land', { type: 'MultiPolygon', coordinates: land }],
    ['coast', { type: 'MultiLineString', coordinates: lines(single) }],
    ['border', { type: 'MultiLineString', coordinates: lines(shared) }],
  ].map(([kind, geometry]) => ({ type: 'Feature', properties: { kind }, geometry }));
  writeJson(`${BASEMAP}/world-${scale}.json`, { type: 'FeatureCollection', features });
}

/** Meridians and parallels every `step` degrees, to the edge of the Mercator square. */
function graticule(step) {
  const every = (most) => Array.from({ length: (2 * most) / step + 1 }, (_, index) => index * step - most);
  return [
    ...every(180).map((longitude) => [
      [longitude, -85.05],
      [longitude, 85.05],
    ]),
    ...every(75).map((latitude) => [
      [-180, latitude],
      [180, latitude],
    ]),
  ];
}

/**
 * Outlines, simplified by arcs so that neighbours still share their border, by the ISO number of the country, and by
 * name for the four that have none.
 */
function countryShapes(topology) {
  const arcs = decodeArcs(topology).map((arc) => simplifyLine(arc, 0.02));
  const shapes = new Map();
  for (const geometry of topology.objects.countries.geometries) {
    const polygons = cutPolygons(polygonsOf(geometry, arcs));
    // Outlying territories carry the number of their country: the country is the larger one.
    if (areaOf(polygons) > areaOf(shapes.get(geometry.id) ?? [])) shapes.set(geometry.id, polygons);
    shapes.set(geometry.properties.name, polygons);
  }
  return shapes;
}

function areaOf(polygons) {
  return polygons.reduce((sum, polygon) => sum + polygonArea(polygon), 0);
}

function shapeOf(country, shapes) {
  const found = shapes.get(country.ISO_N3) ?? shapes.get(country.NAME);
  if (!found) throw new Error(`No outline for ${country.NAME}`);
  return found;
}

function writeLabels(countries, places, shapes) {
  const labels = countries.map((country) => {
    const largest = shapeOf(country, shapes).toSorted((one, other) => polygonArea(other) - polygonArea(one))[0];
    const [longitude, latitude] = roundLine([labelPoint(largest)], 2)[0];
    return {
      kind: 'country',
      name: country.NAME,
      longitude,
      latitude,
      rank: country.LABELRANK,
      minZoom: country.MIN_LABEL,
    };
  });
  for (const { geometry, properties } of places) {
    const [longitude, latitude] = roundLine([geometry.coordinates], 4)[0];
    labels.push({
      kind: properties.adm0cap ? 'capital' : 'city',
      name: properties.name,
      longitude,
      latitude,
      rank: properties.scalerank,
      minZoom: properties.min_zoom,
    });
  }
  writeJson(
    `${BASEMAP}/labels.json`,
    labels.toSorted((one, other) => one.minZoom - other.minZoom || one.rank - other.rank),
  );
}

function writeSample(countries, places, shapes) {
  const known = countries
    .toSorted((one, other) => (one.NAME < other.NAME ? -1 : 1))
    .map((country) => ({ country, polygons: shapeOf(country, shapes) }));
  const features = known.map(({ country, polygons }) => {
    const coordinates = roundPolygons(polygons, 3);
    const area = Math.round(areaOf(polygons));
    const geometry =
      coordinates.length === 1
        ? { type: 'Polygon', coordinates: coordinates[0] }
        : { type: 'MultiPolygon', coordinates };
    return { type: 'Feature', properties: withRates({ ...statistics(country), area_km2: area }), geometry };
  });
  writeFileSync(
    `${SAMPLE}/countries.geojson`,
    `{"type":"FeatureCollection","features":[\n${features.map((feature) => JSON.stringify(feature)).join(',\n')}\n]}\n`,
  );
  writeCsv(
    `${SAMPLE}/country-statistics.csv`,
    features.map(({ properties }) => properties),
  );
  writeCsv(
    `${SAMPLE}/places.csv`,
    places
      .map(({ geometry, properties }) => ({
        name: properties.name,
        country: properties.adm0name,
        region: properties.adm1name,
        longitude: round(geometry.coordinates[0], 5),
        latitude: round(geometry.coordinates[1], 5),
        population: properties.pop_max,
        is_capital: properties.adm0cap === 1,
        is_megacity: properties.megacity === 1,
        rank: properties.scalerank,
      }))
      .toSorted((one, other) => other.population - one.population),
  );
}

/** Areas of different size compare by rates. */
function withRates(properties) {
  const { population, area_km2: area, gdp_million_usd: gdp } = properties;
  return {
    ...properties,
    density_per_km2: Math.round((population / area) * 100) / 100,
    gdp_per_person_usd: population > 0 && gdp !== null ? Math.round((gdp * 1e6) / population) : null,
  };
}

/** Natural Earth writes -99 for unknown, and a number before the words of its classes. */
function statistics(country) {
  const known = (value) => (value === -99 || value === '-99' ? null : value);
  return {
    name: country.NAME,
    iso_a3: known(country.ISO_A3_EH ?? country.ISO_A3) ?? country.ADM0_A3,
    continent: country.CONTINENT,
    region: country.SUBREGION,
    economy: country.ECONOMY.replace(/^\d+\. /, ''),
    income_group: country.INCOME_GRP.replace(/^\d+\. /, ''),
    population: known(country.POP_EST),
    population_year: known(country.POP_YEAR) || null,
    gdp_million_usd: known(country.GDP_MD_EST),
    gdp_year: known(country.GDP_YEAR) || null,
  };
}

function round(value, digits) {
  return Number(value.toFixed(digits));
}

function writeCsv(path, rows) {
  const cell = (value) =>
    value === null || value === undefined
      ? ''
      : /[",\n]/.test(String(value))
        ? `"${String(value).replaceAll('"', '""')}"`
        : String(value);
  const names = Object.keys(rows[0]);
  writeFileSync(
    path,
    `${[names, ...rows.map((row) => names.map((name) => row[name]))].map((cells) => cells.map(cell).join(',')).join('\n')}\n`,
  );
}
