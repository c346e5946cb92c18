/** Texts that are called the same in every language, in code as in locales: names of products, formats and units. */
export const names = new Set(['Groma', 'GAIA', 'Python', 'EPSG:32633', 'SHA-256', 'MARE HADRIATICVM']);

/** Texts that a language rightly has in common with English; `*` is all of them. */
export const same = {
  '*': ['Groma', 'GAIA', 'Hub', 'OpenStreetMap', 'GeoJSON', 'GeoPackage', 'FlatGeobuf', 'KML', 'GeoParquet', 'CSV', 'WKT', 'Shapefile (zip)', 'dd-MM-yyyy', 'DataFrame', 'LF', 'CRLF', 'CR', 'LF (Linux, macOS)', 'CRLF (Windows)', '{{width}} × {{height}} px'],
  de: ['Status', 'Workflows', 'Name', 'Organisation', 'Notebooks', 'Ellipse', 'Details', 'Polygon', 'Kernel', 'Variable', 'DataFrame', 'Widget', 'Code', 'Notebook', 'Information', 'Option {{number}}', 'Link', 'Text', 'Applause'],
  fr: ['Workflows', 'Notebooks', 'Session', 'Sessions', 'Organisation', 'Invitation', 'Actions', '{{count}} minute', '{{count}} minutes', 'points', 'Point', 'Rectangle', 'Ellipse', 'Styles', 'Variable', 'DataFrame', 'Widget', 'Code', 'Notebook', 'Information', 'Min', 'Max', 'Options', 'Option {{number}}', 'Figure', 'Question'],
  it: ['Password', 'File', 'Satellite', 'Kernel', 'DataFrame', 'Widget', 'Idea', 'Notebook', 'Max', 'Link'],
  pt: ['Notebooks', 'Editor', 'Kernel', 'DataFrame', 'Widget', 'Notebook', 'Link'],
  es: ['Plan', 'Editor', 'Kernel', 'Error', 'Selector', 'Variable', 'DataFrame', 'Widget', 'Idea'],
  nl: ['Databases', 'Workflows', 'Notebooks', 'Commentator', 'Details', 'Kernel', 'DataFrame', 'Widget', 'Code', 'Notebook', 'Min', 'Max', 'Link', 'Label', 'In notebooks', 'Open {{count}}'],
  tr: ['Plan'],
  ph: ['Password', 'Plan', 'Editor', 'Row', '{n} row', '{n} column', 'Feature', 'Feature {{number}}', '{{count}} layer', '{{count}} feature', '{{count}} vertex', '{{count}} item', '{{count}} key', '{{count}} band', '{{count}} column', 'Band', 'Column', '{{n}} row × {{m}} column', 'Folder', 'Kernel', 'Code', 'Notebook', 'Error', 'Variable', 'Widget', '{{count}} output'],
  ms: ['Imperial', 'Perimeter', 'Shapefile (zip)', 'Folder', 'Format', 'Kernel', 'Widget', 'Minimum'],
  id: ['Kernel', 'DataFrame', 'Notebook', 'Min', 'Label'],
  pl: ['Link'],
};
