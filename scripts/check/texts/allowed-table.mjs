/** Texts that are called the same in every language, in code as in locales: names of products, formats and units. */
export const names = new Set(['Groma', 'GAIA', 'Python', 'EPSG:32633', 'SHA-256', 'MARE HADRIATICVM']);

/** Texts that a language rightly has in common with English; `*` is all of them. */
export const same = {
  '*': ['Groma', 'GAIA', 'Hub', 'OpenStreetMap', 'GeoJSON', 'GeoPackage', 'FlatGeobuf', 'KML', 'GeoParquet', 'CSV', 'WKT', 'Shapefile (zip)', 'dd-MM-yyyy', 'DataFrame', 'LF', 'CRLF', 'CR', 'LF (Linux, macOS)', 'CRLF (Windows)', '{{width}} × {{height}} px', "= $population / area('km2')", 'Hex', '= $population / area(\'km2\')', 'px', 'AI', 'CPU', '{{cpu}} CPU · {{memory}} GB'],
  de: ['Status', 'Workflows', 'Name', 'Organisation', 'Notebooks', 'Ellipse', 'Details', 'Polygon', 'Kernel', 'Variable', 'DataFrame', 'Widget', 'Code', 'Notebook', 'Information', 'Option {{number}}', 'Link', 'Text', 'Applause', 'CPU', 'Kernels', '{{cpu}} CPU · {{memory}} GB', 'Zoom', 'Minimum', 'Maximum', 'Median', 'px', 'Halo', 'Radius', 'Filter {{number}}'],
  fr: ['Workflows', 'Notebooks', 'Session', 'Sessions', 'Organisation', 'Invitation', 'Actions', '{{count}} minute', '{{count}} minutes', 'points', 'Point', 'Rectangle', 'Ellipse', 'Styles', 'Variable', 'DataFrame', 'Widget', 'Code', 'Notebook', 'Information', 'Min', 'Max', 'Options', 'Option {{number}}', 'Figure', 'Question', 'Type', 'Source', 'Pages', 'Page', 'Zoom', 'Page {{page}}', 'Dimensions', 'Compression', 'Machine', 'Accessible', 'accessible', 'Minimum', 'Maximum', 'px', 'Halo', 'Points', 'Table', 'Photo', 'Quantiles', 'Classes', 'Distribution', 'Triangle', 'Expression', 'Expression…', 'Angle'],
  it: ['Password', 'File', 'Satellite', 'Kernel', 'DataFrame', 'Widget', 'Idea', 'Notebook', 'Max', 'Link', 'CPU', '{{cpu}} CPU · {{memory}} GB', 'Zoom', 'no', 'px'],
  pt: ['Notebooks', 'Editor', 'Kernel', 'DataFrame', 'Widget', 'Notebook', 'Link', '{{size}} ({{bytes}} bytes)', 'CPU', 'Kernels', '{{cpu}} CPU · {{memory}} GB', 'Zoom', '{{count}} item', 'px', 'Halo', 'Classes', 'Manual'],
  es: ['Plan', 'Editor', 'Kernel', 'Error', 'Selector', 'Variable', 'DataFrame', 'Widget', 'Idea', '{{size}} ({{bytes}} bytes)', 'CPU', 'Kernels', '{{cpu}} CPU · {{memory}} GB', 'no', 'px', 'Halo', 'Manual'],
  nl: ['Databases', 'Workflows', 'Notebooks', 'Commentator', 'Details', 'Kernel', 'DataFrame', 'Widget', 'Code', 'Notebook', 'Min', 'Max', 'Link', 'Label', 'In notebooks', 'Open {{count}}', '{{size}} ({{bytes}} bytes)', 'CPU', 'Kernels', '{{cpu}} CPU · {{memory}} GB', 'Type', 'Zoom', 'Machine', 'Minimum', 'Maximum', 'Filters', '{{count}} item', '{{count}} items', '{{count}} band', 'Band', 'px', 'Halo', 'Labels', 'Filter {{number}}', 'AI'],
  tr: ['Plan', 'CPU', '{{cpu}} CPU · {{memory}} GB', 'px'],
  ph: ['Password', 'Plan', 'Editor', 'Row', '{n} row', '{n} column', 'Feature', 'Feature {{number}}', '{{count}} layer', '{{count}} feature', '{{count}} vertex', '{{count}} item', '{{count}} key', '{{count}} band', '{{count}} column', 'Band', 'Column', '{{n}} row × {{m}} column', 'Folder', 'Kernel', 'Code', 'Notebook', 'Error', 'Variable', 'Widget', '{{count}} output', 'Layer', 'Chart', 'Machine'],
  ms: ['Imperial', 'Perimeter', 'Shapefile (zip)', 'Folder', 'Format', 'Kernel', 'Widget', 'Minimum', 'Label', 'Median'],
  id: ['Kernel', 'DataFrame', 'Notebook', 'Min', 'Label', 'CPU', '{{cpu}} CPU · {{memory}} GB', 'Minimum', 'Median', 'Band', 'Folder', 'px', 'Halo', 'Radius', 'Manual', 'AI'],
  pl: ['Link', 'CPU', '{{cpu}} CPU · {{memory}} GB', 'Minimum', 'Folder', 'px', 'AI'],
};
