// Makes the database of the sample from the sample's tables. Run it again after each change of those.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

const folder = join(import.meta.dirname, '../../src/sample/data');
const path = join(folder, 'atlas.duckdb');
/** Small blocks: the tables have some ten kilobytes each. */
const blockBytes = 16_384;

await rm(path, { force: true });
const instance = await DuckDBInstance.create(':memory:');
const connection = await instance.connect();
await connection.run(`ATTACH '${path}' AS atlas (BLOCK_SIZE ${blockBytes})`);
await connection.run('USE atlas');
await connection.run(`CREATE TABLE countries AS FROM read_csv('${join(folder, 'country-statistics.csv')}')`);
await connection.run(`CREATE TABLE places AS FROM read_csv('${join(folder, 'places.csv')}')`);
await connection.run(
  `CREATE VIEW continents AS
   SELECT continent, count(*) AS countries, sum(population)::BIGINT AS population, sum(area_km2)::BIGINT AS area_km2
   FROM countries GROUP BY continent ORDER BY population DESC`,
);
await connection.run(
  `CREATE VIEW capitals AS SELECT name, country, population FROM places WHERE is_capital ORDER BY population DESC`,
);
for (const [thing, what] of [
  ['TABLE countries', 'Countries with their people, wealth and area, from Natural Earth'],
  ['TABLE places', 'Cities with their place and people, from Natural Earth'],
  ['VIEW continents', 'What the countries of each continent add up to'],
  ['VIEW capitals', 'The places that are capitals, the largest first'],
])
  await connection.run(`COMMENT ON ${thing} IS '${what}'`);
await connection.run('CHECKPOINT atlas');
await connection.run('USE memory');
await connection.run('DETACH atlas');
connection.closeSync();
instance.closeSync();
