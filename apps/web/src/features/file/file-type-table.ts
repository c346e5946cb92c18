/** File types by extension (FIL-038). A type may be of several families: GeoJSON is text that a map takes too. */
export const fileTypes = {
  text: [
    'txt', 'md', 'markdown', 'py', 'r', 'jl', 'js', 'mjs', 'cjs', 'ts', 'tsx', 'jsx', 'json', 'geojson', 'jsonl', 'ndjson', 'ipynb', 'sql', 'yml', 'yaml', 'toml', 'ini', 'cfg', 'conf',
    'xml', 'kml', 'gml', 'gpx', 'html', 'htm', 'css', 'sh', 'bash', 'log', 'tsv', 'prj', 'qpj', 'cpg', 'qml', 'sld', 'wkt', 'env', 'gitignore', 'svg',
  ],
  csv: ['csv'],
  image: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'bmp', 'avif'],
  pdf: ['pdf'],
  /** Geodata that is shown as a card; of the parts of a shapefile only the one they belong to. */
  card: ['tif', 'tiff', 'shp', 'gpkg', 'fgb', 'kmz', 'gpq', 'parquet', 'geoparquet', 'zip'],
  /** What a map takes (FIL-009), with the parts of a shapefile and its index files (FIL-012). */
  geodata: [
    'tif', 'tiff', 'jpg', 'jpeg', 'shp', 'shx', 'dbf', 'prj', 'qpj', 'cpg', 'sbn', 'sbx', 'qix', 'fbn', 'fbx', 'ain', 'aih', 'ixs', 'mxs', 'atx',
    'gpkg', 'fgb', 'geojson', 'json', 'kml', 'gpq', 'parquet', 'geoparquet', 'csv', 'kmz', 'zip',
  ],
} as const;
