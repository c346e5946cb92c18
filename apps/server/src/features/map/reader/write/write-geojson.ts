import { withoutMeasures, type Properties } from '@groma/geo';
import type { FeatureWriter, WriterRequest } from './feature-writer.ts';
import { TextFile } from './text-file.ts';

/**
 * GeoJSON (RFC 7946), a feature on each line; in another system than degrees with the `crs` member of 2008, which GDAL
 * and others read.
 */
export function writeGeoJson({ path, columns, crs, layerName }: WriterRequest): FeatureWriter {
  const file = new TextFile(path);
  const system =
    crs === null
      ? ''
      : `"crs":${JSON.stringify({ type: 'name', properties: { name: crs.code.replace(/^EPSG:/, 'urn:ogc:def:crs:EPSG::') } })},`;
  file.write(`{"type":"FeatureCollection","name":${JSON.stringify(layerName)},${system}"features":[`);
  let isFirst = true;
  const long = columns.filter(({ type }) => type === 'int64').map(({ name }) => name);
  return {
    add({ geometry, properties }) {
      const text = long.length === 0 ? JSON.stringify(properties) : withLong(properties, long);
      file.write(
        `${isFirst ? '' : ','}\n{"type":"Feature","properties":${text},"geometry":${JSON.stringify(geometry && withoutMeasures(geometry))}}`,
      );
      isFirst = false;
    },
    finish() {
      file.write('\n]}\n');
      file.flush();
    },
    close: () => file.close(),
  };
}

/** The properties as JSON, with 64-bit integers as numbers of all their digits, as GDAL writes and reads them. */
function withLong(properties: Properties, long: readonly string[]): string {
  return `{${Object.entries(properties)
    .map(
      ([name, value]) =>
        `${JSON.stringify(name)}:${typeof value === 'string' && long.includes(name) ? value : JSON.stringify(value)}`,
    )
    .join(',')}}`;
}
