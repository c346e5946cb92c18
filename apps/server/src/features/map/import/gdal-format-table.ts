import type { FileFormat } from '@groma/geo';

/** How GDAL reads a format: the only drivers it may use, and how it opens the file. */
export type GdalFormat = {
  drivers: string[];
  prefix?: string;
  openOptions?: string[];
  defaultCrs?: string;
  isKml?: boolean;
  /** It has layers that nobody made, which are left out where they are empty. */
  hasEmptyLayers?: boolean;
  /** It holds no time finer than a millisecond. */
  hasCoarseTimes?: boolean;
  /** Its layers are tables, whose places stand in columns. */
  isTable?: boolean;
};

/** The formats GDAL reads for us. */
export const GDAL_FORMATS: Partial<Record<FileFormat, GdalFormat>> = {
  shapefile: { drivers: ['ESRI Shapefile'] },
  dbf: { drivers: ['ESRI Shapefile'], isTable: true },
  zip: { drivers: ['ESRI Shapefile', 'OpenFileGDB'], prefix: '/vsizip/' },
  geopackage: { drivers: ['GPKG'], openOptions: ['-oo', 'IMMUTABLE=YES'] },
  flatgeobuf: { drivers: ['FlatGeobuf'] },
  // Else it takes texts for dates, and rounds them to milliseconds.
  geojson: { drivers: ['GeoJSON'], openOptions: ['-oo', 'DATE_AS_STRING=YES'] },
  kml: { drivers: ['LIBKML', 'KML'], defaultCrs: 'EPSG:4326', isKml: true, hasEmptyLayers: true },
  kmz: { drivers: ['LIBKML'], defaultCrs: 'EPSG:4326', isKml: true, hasEmptyLayers: true },
  gpx: { drivers: ['GPX'], openOptions: ['--config', 'GPX_ELE_AS_25D', 'YES'], hasEmptyLayers: true },
  // It would write what it finds out of a file beside it, and fetch the schema that the file names.
  gml: { drivers: ['GML'], openOptions: ['-oo', 'WRITE_GFS=NO', '-oo', 'DOWNLOAD_SCHEMA=NO'], hasEmptyLayers: true },
  topojson: { drivers: ['TopoJSON'], defaultCrs: 'EPSG:4326' },
  mapinfo: { drivers: ['MapInfo File'], hasCoarseTimes: true },
  dxf: { drivers: ['DXF'], hasCoarseTimes: true },
  spatialite: { drivers: ['SQLite'] },
  filegdb: { drivers: ['OpenFileGDB'], hasCoarseTimes: true },
  openstreetmap: { drivers: ['OSM'], hasCoarseTimes: true, hasEmptyLayers: true },
  // The first row is the header, as in a CSV, also where all cells are text.
  spreadsheet: {
    drivers: ['XLSX', 'ODS'],
    openOptions: ['--config', 'OGR_XLSX_HEADERS', 'FORCE', '--config', 'OGR_ODS_HEADERS', 'FORCE'],
    hasEmptyLayers: true,
    hasCoarseTimes: true,
    isTable: true,
  },
};
