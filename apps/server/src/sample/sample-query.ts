import type { ProjectToolTexts, ToolField } from '@groma/model';

/** A query of the project's own database that is kept as a tool, over a layer of the map. */
export const sampleQuery: ProjectToolTexts & { query: string; fields: ToolField[] } = {
  title: 'Densest countries',
  description: 'Countries with at least so many people, the most densely settled first.',
  heading: 'Countries',
  query: `SELECT name, continent, population, density_per_km2
FROM layers.World.countries
WHERE population >= $least
ORDER BY density_per_km2 DESC
LIMIT 20`,
  fields: [{ name: 'least', label: 'People, at least', type: 'number', default: 1_000_000, minimum: 0 }],
};
