import { expect, test } from 'vitest';
import { vegaChartOf } from './vega-chart.ts';

test('[NBK-125] a chart of Altair is told that what it would fetch is there', () => {
  const chart = `<div id="a"></div><script>maybeLoadScript("vega", "6")
    .then(() => maybeLoadScript("vega-lite", "6.4.1")).then(() => maybeLoadScript("vega-embed", "7")).then(() => displayChart(vegaEmbed));</script>`;
  expect(vegaChartOf(chart)).toBe('<script>var VEGA_DEBUG = {"vega_version":"6","vegalite_version":"6.4.1","vegaembed_version":"7"};</script>');
  expect(vegaChartOf('<script>vegaEmbed("#a", {})</script>')).toBeNull();
  expect(vegaChartOf('<script>maybeLoadScript("other", "1")</script>')).toBeNull();
});
