import type { ExportFormat } from '@groma/protocol';

/** How a format is written: by ourselves from the features, or by a driver of GDAL from an exchange file. */
export interface ExportForm {
  extension: string;
  /** Null for what is written here. */
  driver: string | null;
  options?: readonly string[];
  /** It only knows longitude and latitude. */
  degreesOnly?: true;
  /** A layer of it holds one kind of geometry, and its files go into a zip. */
  oneKind?: true;
  /** It leaves out features without a place. */
  placedOnly?: true;
}

export const EXPORT_FORMATS: Record<ExportFormat, ExportForm> = {
  geojson: { extension: 'geojson', driver: null },
  csv: { extension: 'csv', driver: null },
  geoparquet: { extension: 'parquet', driver: null },
  geopackage: { extension: 'gpkg', driver: 'GPKG', options: ['-lco', 'GEOMETRY_NAME=geom', '-lco', 'FID=fid'] },
  flatgeobuf: { extension: 'fgb', driver: 'FlatGeobuf', placedOnly: true },
  kml: { extension: 'kml', driver: 'LIBKML', degreesOnly: true },
  shapefile: { extension: 'zip', driver: 'ESRI Shapefile', options: ['-lco', 'ENCODING=UTF-8'], oneKind: true },
};
