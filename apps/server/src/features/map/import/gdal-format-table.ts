import type { FileFormat } from '@groma/geo';

/** How GDAL reads a format: the only drivers it may use, and how it opens the file. */
export type GdalFormat = {
  drivers: string[];
  prefix?: string;
  openOptions?: string[];
  defaultCrs?: string;
  isKml?: boolean;
};

/** The formats GDAL reads for us. */
export const GDAL_FORMATS: Partial<Record<FileFormat, GdalFormat>> = {
  shapefile: { drivers: ['ESRI Shapefile'] },
  zip: { drivers: ['ESRI Shapefile'], prefix: '/vsizip/' },
  geopackage: { drivers: ['GPKG'], openOptions: ['-oo', 'IMMUTABLE=YES'] },
  flatgeobuf: { drivers: ['FlatGeobuf'] },
  // Else it takes texts for dates, and rounds them to milliseconds.
  geojson: { drivers: ['GeoJSON'], openOptions: ['-oo', 'DATE_AS_STRING=YES'] },
  kml: { drivers: ['LIBKML', 'KML'], defaultCrs: 'EPSG:4326', isKml: true },
  kmz: { drivers: ['LIBKML'], defaultCrs: 'EPSG:4326', isKml: true },
};
