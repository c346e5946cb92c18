/** Names of the id, the geometry and the table in a GeoPackage made by GDAL for us to read. */
export const EXCHANGE = { id: 'ogr_fid', geometry: 'ogr_geometry', table: 'layer' } as const;
