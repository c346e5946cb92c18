import { describe, expect, it } from 'vitest';
import { CsvParser, detectDelimiter } from './csv.ts';
import { coordinateColumns, degreeColumns } from './coordinate-columns.ts';
import { detectFormat, formatOfName, isZip, sizeLimit } from './file-format.ts';
import { groupFiles, roleOfGroup } from './file-group.ts';
import { parseWkb } from './wkb.ts';
import { parseWkt } from './wkt.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('file formats', () => {
  it('[FIL-009][FIL-010] knows every accepted type by its extension, whatever the case', () => {
    const names = [
      'a.tif',
      'a.TIFF',
      'a.jpg',
      'a.JPEG',
      'a.shp',
      'a.gpkg',
      'a.fgb',
      'a.GeoJSON',
      'a.json',
      'a.kml',
      'a.gpq',
      'a.parquet',
      'a.geoparquet',
      'a.csv',
      'a.kmz',
    ];
    expect(names.map(formatOfName)).toEqual([
      'geotiff',
      'geotiff',
      'jpeg',
      'jpeg',
      'shapefile',
      'geopackage',
      'flatgeobuf',
      'geojson',
      'geojson',
      'kml',
      'geoparquet',
      'geoparquet',
      'geoparquet',
      'csv',
      'kmz',
    ]);
    expect(formatOfName('notes.txt')).toBeNull();
    expect(formatOfName('folder.shp/readme')).toBeNull();
  });

  it('[VEC-009] [VEC-086] tells whether the content is what the name says', () => {
    expect(detectFormat('a.geojson', bytes('\ufeff {"type":'))).toEqual({ format: 'geojson', fits: true });
    expect(detectFormat('a.gpkg', bytes('SQLite format 3\0rest'))).toEqual({ format: 'geopackage', fits: true });
    expect(detectFormat('a.shp', Uint8Array.of(0, 0, 0x27, 0x0a))).toEqual({ format: 'shapefile', fits: true });
    expect(detectFormat('a.kml', bytes('<?xml version="1.0"?>\n<kml xmlns="x">'))).toEqual({
      format: 'kml',
      fits: true,
    });
    const hdf5 = Uint8Array.of(0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a);
    expect(detectFormat('a.NC', bytes('CDF\u0001'))).toEqual({ format: 'netcdf', fits: true });
    expect(detectFormat('a.nc4', hdf5)).toEqual({ format: 'netcdf', fits: true });
    expect(detectFormat('a.h5', Uint8Array.of(...new Uint8Array(512), ...hdf5))).toEqual({
      format: 'hdf5',
      fits: true,
    });
    expect(detectFormat('a.h5', bytes('CDF\u0001'))).toEqual({ format: 'hdf5', fits: false });
    const topology = bytes('{"transform":1, "type": "Topology"');
    expect(detectFormat('a.json', topology)).toEqual({ format: 'topojson', fits: true });
    expect(detectFormat('a.dxf', bytes('999\r\nmade by\r\n  0\r\nSECTION'))).toEqual({ format: 'dxf', fits: true });
    // Neither a pattern of many lines nor one of many commas takes long.
    expect(detectFormat('a.dxf', bytes('999\n'.repeat(1024))).fits).toBe(false);
    expect(detectFormat('a.topojson', bytes(`{${', '.repeat(2048)}`)).fits).toBe(false);
    expect(detectFormat('a.geojson', bytes('<html>'))).toEqual({ format: 'geojson', fits: false });
    expect(detectFormat('a.csv', Uint8Array.of(0x50, 0x4b, 3, 4, 0))).toEqual({ format: 'csv', fits: false });
    expect(detectFormat('a.fgb', new Uint8Array())).toEqual({ format: 'flatgeobuf', fits: false });
  });

  it('[FIL-013] recognises a zip by the mark at its end', () => {
    const tail = new Uint8Array(1024);
    expect(isZip(tail)).toBe(false);
    tail.set([0x50, 0x4b, 5, 6], 1002);
    expect(isZip(tail)).toBe(true);
  });

  it('[VEC-008][FIL-081] limits each format in MB', () => {
    const limits = (['shapefile', 'kml', 'kmz', 'geopackage', 'geojson', 'geoparquet'] as const).map(
      (format) => sizeLimit(format)! / 1024 ** 2,
    );
    expect(limits).toEqual([700, 700, 200, 800, 1000, 400]);
    expect(sizeLimit('csv')).toBeNull();
  });

  it('[FIL-011][FIL-012][VEC-096] groups companions with their main file and skips the rest', () => {
    const { groups, skipped } = groupFiles([
      'roads.shp',
      'Roads.SHX',
      'roads.dbf',
      'roads.qix',
      'lone.dbf',
      'lone.cpg',
      'stray.shx',
      'a.b.csv',
      'notes.txt',
    ]);
    expect(groups).toEqual([
      { name: 'roads.shp', baseName: 'roads', format: 'shapefile', sidecars: ['Roads.SHX', 'roads.dbf', 'roads.qix'] },
      { name: 'lone.dbf', baseName: 'lone', format: 'dbf', sidecars: ['lone.cpg'] },
      { name: 'a.b.csv', baseName: 'a.b', format: 'csv', sidecars: [] },
    ]);
    expect(skipped).toEqual(['notes.txt', 'stray.shx']);
  });

  it('[FIL-074][FIL-075] JPEGs are aerial photos; a JPEG or a PNG with a world file is a raster, and a PNG without one no geodata', () => {
    const { groups, skipped } = groupFiles([
      'DJI_1.JPG',
      'DJI_1.JPG.aux.xml',
      'plan.jpg',
      'Plan.JGW',
      'plan.prj',
      'old.png',
      'old.png.aux.xml',
      'logo.png',
      'a.png',
      'a.wld',
      'a.shp',
      'a.prj',
      'b.pgw',
      'dem.tif',
      'dem.tfw',
      'legend.png',
      'legend.prj',
    ]);
    expect(groups.map((group) => [group.name, group.sidecars, roleOfGroup(group)])).toEqual([
      ['DJI_1.JPG', ['DJI_1.JPG.aux.xml'], 'photo'],
      ['plan.jpg', ['Plan.JGW', 'plan.prj'], 'raster'],
      ['old.png', ['old.png.aux.xml'], 'raster'],
      ['a.png', ['a.wld'], 'raster'],
      ['a.shp', ['a.prj'], 'vector'],
      ['dem.tif', ['dem.tfw'], 'raster'],
    ]);
    expect(skipped).toEqual(['b.pgw', 'logo.png', 'legend.png', 'legend.prj']);
  });

  it('[FIL-105] overviews and masks belong to the image of their whole name, a header to its samples', () => {
    const { groups, skipped } = groupFiles([
      'dem.tif',
      'dem.tif.ovr',
      'dem.tif.msk',
      'dem.ovr',
      'logo.png',
      'logo.png.ovr',
      'scene.dat',
      'scene.hdr',
      'raw',
      'raw.hdr',
      't.tab',
      't.dat',
      't.hdr',
      'other.hdr',
    ]);
    expect(groups.map((group) => [group.name, group.format, group.sidecars])).toEqual([
      ['dem.tif', 'geotiff', ['dem.tif.ovr', 'dem.tif.msk']],
      ['scene.dat', 'envi', ['scene.hdr']],
      ['raw', 'envi', ['raw.hdr']],
      ['t.tab', 'mapinfo', ['t.dat']],
    ]);
    expect(skipped).toEqual(['dem.ovr', 't.hdr', 'other.hdr', 'logo.png', 'logo.png.ovr']);
  });
});

describe('CSV', () => {
  const rows = (text: string, delimiter = ','): string[][] => {
    const parser = new CsvParser(delimiter);
    // One letter at a time: a piece may end anywhere.
    return [...[...text].flatMap((letter) => [...parser.push(letter)]), ...parser.end()];
  };

  it('[VEC-010] honours quotes, doubled quotes and every line end, in pieces of any size', () => {
    expect(rows('a,"b, ""c""\nd"\r\n1,\r\r\n"",x"y\n')).toEqual([
      ['a', 'b, "c"\nd'],
      ['1', ''],
      ['', 'x"y'],
    ]);
    expect(rows('a|b\n1|2', '|')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
    expect(rows('')).toEqual([]);
  });

  it('[VEC-062] takes a quote that does not close for text, and gives up a row without end', () => {
    expect(rows('a,"b\nc,"d"\n')).toEqual([
      ['a', '"b'],
      ['c', 'd'],
    ]);
    expect(rows('a,"open\nb,c\n')).toEqual([
      ['a', '"open'],
      ['b', 'c'],
    ]);
    const long = new CsvParser(',');
    const line = '1,abcdefgh\n';
    const read = [...long.push('1,"open\n'), ...long.push(line.repeat(1_700_000)), ...long.end()];
    expect([read.length, long.openQuotes]).toEqual([1_700_001, [1]]);
    expect(() => [...new CsvParser(',').push(','.repeat(200_000))]).toThrow('more than 100000 cells');
  });

  it('[VEC-010] finds the delimiter', () => {
    expect(detectDelimiter('a;b;c\n1,5;2;3\n')).toBe(';');
    expect(detectDelimiter('a\tb\n1\t2\n')).toBe('\t');
    expect(detectDelimiter('a,b\n"1;2;3",4\n')).toBe(',');
    expect(detectDelimiter('one\n2\n')).toBe(',');
  });

  it('[VEC-010] finds coordinate columns by their names', () => {
    expect(coordinateColumns(['id', 'Lat', 'LONG'])).toEqual({ kind: 'pair', longitude: 2, latitude: 1 });
    expect(coordinateColumns(['x', 'y', 'decimal_longitude', 'Decimal Latitude'])).toEqual({
      kind: 'pair',
      longitude: 2,
      latitude: 3,
    });
    expect(coordinateColumns(['X', 'Y'])).toEqual({ kind: 'pair', longitude: 0, latitude: 1 });
    expect(coordinateColumns(['lon', 'lat', 'WKT'])).toEqual({ kind: 'wkt', column: 2 });
    expect(coordinateColumns(['latitude', 'name'])).toBeNull();
  });

  it('[FIL-096] takes names that only seem to say degrees where the values are degrees', () => {
    const pair = (longitude: number, latitude: number) => ({ kind: 'pair', longitude, latitude });
    expect(coordinateColumns(['city', 'latd', 'longd'], [['Graz', '47.07', '15.44']])).toEqual(pair(2, 1));
    expect(coordinateColumns(['GPS Latitude', 'GPS Longitude'], [['47,07', '15,44']])).toEqual(pair(1, 0));
    expect(coordinateColumns(['pickupLat', 'pickupLng'], [[47, 15n]])).toEqual(pair(1, 0));
    const trip = ['from_lat', 'to_lon', 'to_lat', 'from_lon'];
    expect(coordinateColumns(trip, [[47, 15, 46, 14]])).toEqual(pair(1, 2));
    expect(coordinateColumns(['lat_a', 'long_b'], [[47, 15]])).toBeNull();
    expect(coordinateColumns(['latd', 'longd'], [['470712', '152630']])).toBeNull();
    expect(coordinateColumns(['latd', 'longd'], [['NA', '']])).toBeNull();
    expect(coordinateColumns(['latency', 'longest'], [[12, 15]])).toBeNull();
    expect(
      coordinateColumns(['lat_dd', 'long_dd'], [...Array.from({ length: 19 }, () => [47, 15]), ['x', 'y']]),
    ).toEqual(pair(1, 0));
  });

  it('[DBS-108] finds the degrees among columns only where the values are degrees', () => {
    expect(degreeColumns(['x', 'y'], [[15.4, 47]])).toEqual({ longitude: 0, latitude: 1, kind: 'pair' });
    expect(degreeColumns(['x', 'y'], [[536_000, 5_212_000]])).toBeNull();
    expect(degreeColumns(['lon', 'lat'], [])).toBeNull();
    expect(degreeColumns(['wkt'], [['POINT (1 2)']])).toBeNull();
  });
});

describe('well-known text and binary', () => {
  it('[VEC-010] reads every geometry type of well-known text', () => {
    expect(parseWkt('POINT (1 -2.5e1)')).toEqual({ type: 'Point', coordinates: [1, -25] });
    expect(parseWkt('SRID=4326;PointZ(1 2 3)')).toEqual({ type: 'Point', coordinates: [1, 2, 3] });
    expect(parseWkt('POINT M (1 2 3)')).toEqual({ type: 'Point', coordinates: [1, 2, null, 3] });
    expect(parseWkt('POINT ZM (1 2 3 4)')).toEqual({ type: 'Point', coordinates: [1, 2, 3, 4] });
    expect(parseWkt('POLYGON((0 0,1 0,1 1,0 0),(.1 .1,.2 .1,.2 .2,.1 .1))')).toMatchObject({
      type: 'Polygon',
      coordinates: { length: 2 },
    });
    expect(parseWkt('MULTIPOINT((1 2),(3 4))')).toEqual(parseWkt('MULTIPOINT(1 2,3 4)'));
    expect(parseWkt('MULTIPOLYGON(((0 0,1 0,1 1,0 0)))')).toEqual({
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 0],
          ],
        ],
      ],
    });
    expect(parseWkt('GEOMETRYCOLLECTION(POINT(1 2),LINESTRING(0 0,1 1))')).toMatchObject({
      geometries: [{ type: 'Point' }, { type: 'LineString' }],
    });
    expect(parseWkt('POLYGON EMPTY')).toBeNull();
    for (const wrong of ['', 'BLOB(1 2)', 'POINT(1)', 'POINT(1 2', 'POINT(1 2) x', 'POINT(a b)'])
      expect(() => parseWkt(wrong), wrong).toThrow(SyntaxError);
  });

  it('[VEC-009] reads well-known binary of both byte orders and refuses wrong counts', () => {
    const point = new DataView(new ArrayBuffer(29));
    point.setUint32(1, 1001);
    [7, 8, 9].forEach((value, index) => point.setFloat64(5 + index * 8, value));
    expect(parseWkb(new Uint8Array(point.buffer))).toEqual({ type: 'Point', coordinates: [7, 8, 9] });
    const line = new DataView(new ArrayBuffer(41));
    line.setUint8(0, 1);
    line.setUint32(1, 2, true);
    line.setUint32(5, 2, true);
    [1, 2, 3, 4].forEach((value, index) => line.setFloat64(9 + index * 8, value, true));
    expect(parseWkb(new Uint8Array(line.buffer))).toEqual({
      type: 'LineString',
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    });
    line.setUint32(5, 0xffffffff, true);
    expect(() => parseWkb(new Uint8Array(line.buffer))).toThrow(RangeError);
  });
});
