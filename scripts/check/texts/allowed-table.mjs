/** Texts that are called the same in every language, in code as in locales: names of products, formats and units. */
export const names = new Set(['Groma', 'GAIA', 'Python', 'EPSG:32633', 'SHA-256', 'MARE HADRIATICVM']);

/** Texts that a language rightly has in common with English; `*` is all of them. */
export const same = {
  '*': ['Groma', 'GAIA', 'Hub', 'OpenStreetMap', 'GeoJSON', 'GeoPackage', 'FlatGeobuf', 'KML', 'GeoParquet', 'CSV', 'WKT', 'Shapefile (zip)'],
  de: ['Status', 'Workflows', 'Name', 'Organisation', 'Notebooks', 'Ellipse', 'Details', 'Polygon'],
  fr: ['Workflows', 'Notebooks', 'Session', 'Sessions', 'Organisation', 'Invitation', 'Actions', '{{count}} minute', '{{count}} minutes', 'points', 'Point', 'Rectangle', 'Ellipse', 'Styles'],
  it: ['Password', 'File', 'Satellite'],
  pt: ['Notebooks', 'Editor'],
  es: ['Plan', 'Editor'],
  nl: ['Databases', 'Workflows', 'Notebooks', 'Commentator', 'Details'],
  tr: ['Plan'],
  ph: ['Password', 'Plan', 'Editor', 'Row', '{n} row', '{n} column', 'Feature', 'Feature {{number}}', '{{count}} layer', '{{count}} feature', '{{count}} vertex'],
  ms: ['Imperial', 'Perimeter', 'Shapefile (zip)'],
};
