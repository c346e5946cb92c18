import { XMLBuilder } from 'fast-xml-parser';

/** A raster layer as WMTS describes it. */
export interface TiledLayer {
  id: string;
  title: string;
  /** West, south, east and north in degrees; null where nobody knows. */
  box: readonly [number, number, number, number] | null;
  /** The address of its tiles with `{z}`, `{x}` and `{y}`. */
  tiles: string;
}

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  suppressEmptyNode: true,
  suppressBooleanAttributes: false,
});

/** OGC 17-083r4, D.1: WebMercatorQuad. */
const matrixSet = 'WebMercatorQuad';
const topLeft = 20_037_508.3427892;
const coarsestScale = 559_082_264.028_717_8;
const finestLevel = 24;
/** What web Mercator reaches. */
const world = [-180, -85.051_129, 180, 85.051_129] as const;
/** What XML 1.0 has no place for. */
// oxlint-disable-next-line no-control-regex
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu;

/**
 * The document that a program reads first of a Web Map Tile Service (OGC 07-057r7): layers, and one set of tiles for
 * all of them. There are no calls by parameters: it names the address of each tile.
 */
export function wmtsDocument(title: string, address: string, layers: readonly TiledLayer[]): string {
  const text = (value: string) => value.toWellFormed().replace(unwritable, ' ');
  const document = {
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    Capabilities: {
      '@xmlns': 'http://www.opengis.net/wmts/1.0',
      '@xmlns:ows': 'http://www.opengis.net/ows/1.1',
      '@xmlns:xlink': 'http://www.w3.org/1999/xlink',
      '@version': '1.0.0',
      'ows:ServiceIdentification': {
        'ows:Title': text(title),
        'ows:ServiceType': 'OGC WMTS',
        'ows:ServiceTypeVersion': '1.0.0',
      },
      Contents: {
        Layer: layers.map(({ id, title: name, box, tiles }) => {
          const [west, south, east, north] = box ?? world;
          return {
            'ows:Title': text(name),
            'ows:WGS84BoundingBox': {
              // A layer across the antimeridian ends where it began a turn later.
              'ows:LowerCorner': `${west} ${Math.max(south, world[1])}`,
              'ows:UpperCorner': `${east > 180 ? east - 360 : east} ${Math.min(north, world[3])}`,
            },
            'ows:Identifier': id,
            Style: { '@isDefault': 'true', 'ows:Identifier': 'default' },
            Format: 'image/png',
            TileMatrixSetLink: { TileMatrixSet: matrixSet },
            ResourceURL: {
              '@format': 'image/png',
              '@resourceType': 'tile',
              '@template': tiles.replace('{z}', '{TileMatrix}').replace('{x}', '{TileCol}').replace('{y}', '{TileRow}'),
            },
          };
        }),
        TileMatrixSet: {
          'ows:Identifier': matrixSet,
          'ows:SupportedCRS': 'urn:ogc:def:crs:EPSG::3857',
          WellKnownScaleSet: 'urn:ogc:def:wkss:OGC:1.0:GoogleMapsCompatible',
          TileMatrix: Array.from({ length: finestLevel + 1 }, (_, level) => ({
            'ows:Identifier': String(level),
            ScaleDenominator: coarsestScale / 2 ** level,
            TopLeftCorner: `${-topLeft} ${topLeft}`,
            TileWidth: 256,
            TileHeight: 256,
            MatrixWidth: 2 ** level,
            MatrixHeight: 2 ** level,
          })),
        },
      },
      ServiceMetadataURL: { '@xlink:href': address },
    },
  };
  return builder.build(document);
}
