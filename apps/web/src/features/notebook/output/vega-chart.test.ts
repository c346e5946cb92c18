import { expect, test } from 'vitest';
import { dataHostsOf, vegaChartOf } from './vega-chart.ts';

test('[NBK-125] a chart of Altair is told that what it would fetch is there', () => {
  const chart = `<div id="a"></div><script>maybeLoadScript("vega", "6")
    .then(() => maybeLoadScript("vega-lite", "6.4.1")).then(() => maybeLoadScript("vega-embed", "7")).then(() => displayChart(vegaEmbed));</script>`;
  expect(vegaChartOf(chart)).toBe(
    '<script>var VEGA_DEBUG = {"vega_version":"6","vegalite_version":"6.4.1","vegaembed_version":"7"};</script>',
  );
  expect(vegaChartOf('<script>vegaEmbed("#a", {})</script>')).toBeNull();
  expect(vegaChartOf('<script>maybeLoadScript("other", "1")</script>')).toBeNull();
});

test('[NBK-125] servers that a chart would take its data or pictures from are found', () => {
  const chart = (data: object) =>
    `<script>var spec = ${JSON.stringify({ $schema: 'https://vega.github.io/schema/vega-lite/v6.json', ...data })};</script>`;
  expect(
    dataHostsOf(
      chart({
        data: { url: 'https://Data.example.org/cars.json' },
        mark: { type: 'image', url: { value: '//pictures.example.org/a.png' } },
      }),
    ),
  ).toEqual(['data.example.org', 'pictures.example.org']);
  expect(
    dataHostsOf(
      chart({
        data: { values: [{ a: 'https://example.org' }] },
        mark: { type: 'image', url: 'data:image/png;base64,' },
      }),
    ),
  ).toEqual([]);
});
