import type { ChartConfig } from '@groma/model';

type SampleChart = Omit<ChartConfig, 'id'>;

const ofAll = { filters: [], clipLayerId: null };

/** Charts of the countries, beside their table. */
export const countryCharts: readonly SampleChart[] = [
  {
    ...ofAll,
    title: 'People by continent',
    type: 'bar',
    xCol: 'continent',
    yCol: 'population',
    aggregate: 'sum',
  },
  {
    ...ofAll,
    title: 'Wealth and density of countries above 10 million people',
    type: 'scatter',
    xCol: 'density_per_km2',
    yCol: 'gdp_per_person_usd',
    aggregate: 'mean',
    filters: [{ id: 'large', column: 'population', operator: 'gte', value: 10_000_000 }],
  },
];
