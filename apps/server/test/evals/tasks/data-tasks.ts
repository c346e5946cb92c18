import type { EvalTask } from '../eval-task.ts';
import { asksNames, asksNumber } from '../facts.ts';

const countries = 'layers."World"."countries"';
const places = 'layers."World"."places"';
const statistics = `files."/data/country-statistics.csv"`;

/** Questions whose answers are facts of the sample project. */
export const dataTasks: readonly EvalTask[] = [
  asksNumber('count-countries', 'How many countries are on the map World?', `SELECT count(*) FROM ${countries}`),
  asksNumber('count-places', 'How many places does the layer places have?', `SELECT count(*) FROM ${places}`),
  asksNumber(
    'count-african',
    'How many countries of the layer countries are in Africa?',
    `SELECT count(*) FROM ${countries} WHERE continent = 'Africa'`,
  ),
  asksNumber(
    'world-population',
    'How many people live in all countries of the layer countries together?',
    `SELECT sum(population) FROM ${countries}`,
    0.005,
  ),
  asksNumber(
    'population-italy',
    'What is the population of Italy in the layer countries?',
    `SELECT population FROM ${countries} WHERE name = 'Italy'`,
    0.005,
  ),
  asksNumber(
    'mean-area-europe',
    'What is the mean area in km² of the countries of Europe, by the column area_km2?',
    `SELECT avg(area_km2) FROM ${countries} WHERE continent = 'Europe'`,
    0.01,
  ),
  asksNumber(
    'median-wealth',
    'What is the median of gdp_per_person_usd in the file country-statistics.csv?',
    `SELECT median(gdp_per_person_usd) FROM ${statistics}`,
    0.005,
  ),
  asksNumber(
    'lines-statistics',
    'How many rows, without the header, does the file country-statistics.csv have?',
    `SELECT count(*) FROM ${statistics}`,
  ),
  asksNumber(
    'income-groups',
    'How many different income groups are there in the layer countries?',
    `SELECT count(DISTINCT income_group) FROM ${countries}`,
  ),
  asksNumber(
    'million-cities',
    'How many places of the layer places have more than five million people?',
    `SELECT count(*) FROM ${places} WHERE population > 5000000`,
  ),
  asksNumber(
    'places-in-brazil',
    'How many points of the layer places lie within the outline of Brazil in the layer countries?',
    `SELECT count(*) FROM ${places} p, ${countries} c WHERE c.name = 'Brazil' AND ST_Within(p.geometry, c.geometry)`,
  ),
  asksNumber(
    'density-japan',
    'How many people per km² does Japan have, by population and area_km2 of the layer countries?',
    `SELECT population / area_km2 FROM ${countries} WHERE name = 'Japan'`,
    0.01,
  ),
  asksNames(
    'most-people',
    'Which three countries of the layer countries have the most people?',
    `SELECT name FROM ${countries} ORDER BY population DESC LIMIT 3`,
    `SELECT name FROM ${countries} ORDER BY population DESC LIMIT 3 OFFSET 3`,
  ),
  asksNames(
    'largest-asian',
    'Which country of Asia in the layer countries has the largest area_km2?',
    `SELECT name FROM ${countries} WHERE continent = 'Asia' ORDER BY area_km2 DESC LIMIT 1`,
    `SELECT name FROM ${countries} WHERE continent = 'Asia' ORDER BY area_km2 DESC LIMIT 2 OFFSET 1`,
  ),
  asksNames(
    'continents',
    'List all continents that occur in the layer countries.',
    `SELECT DISTINCT continent FROM ${countries}`,
  ),
  asksNames(
    'largest-place',
    'Which place of the layer places has the most people?',
    `SELECT name FROM ${places} ORDER BY population DESC LIMIT 1`,
  ),
  asksNames(
    'poorest',
    'Which country of country-statistics.csv has the lowest gdp_per_person_usd above zero?',
    `SELECT name FROM ${statistics} WHERE gdp_per_person_usd > 0 ORDER BY gdp_per_person_usd LIMIT 1`,
  ),
  asksNames(
    'columns-places',
    'Which columns does the file places.csv have?',
    `SELECT column_name FROM (DESCRIBE SELECT * FROM files."/data/places.csv")`,
  ),
  asksNames(
    'northernmost-place',
    'Which place of the file places.csv lies furthest north?',
    `SELECT name FROM files."/data/places.csv" ORDER BY latitude DESC LIMIT 1`,
  ),
  asksNames(
    'many-countries',
    'Which continents of the layer countries have more than 40 countries there?',
    `SELECT continent FROM ${countries} GROUP BY continent HAVING count(*) > 40`,
    `SELECT continent FROM ${countries} GROUP BY continent HAVING count(*) <= 40`,
  ),
];
