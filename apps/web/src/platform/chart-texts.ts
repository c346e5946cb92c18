/** The English of the charts of a published map. */
export const chartTexts = import.meta.glob<Record<string, unknown>>('../locales/en/chart.json', {
  eager: true,
  import: 'default',
});
