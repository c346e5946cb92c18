import type { FeatureWriter, WriterRequest } from './feature-writer.ts';
import { TextFile } from './text-file.ts';

/** GeoJSON (RFC 7946), a feature on each line; in another system than degrees with the `crs` member of 2008, which GDAL and others read. */
export function writeGeoJson({ path, crs, layerName }: WriterRequest): FeatureWriter {
  const file = new TextFile(path);
  const system = crs === null ? '' : `"crs":${JSON.stringify({ type: 'name', properties: { name: crs.code.replace(/^EPSG:/, 'urn:ogc:def:crs:EPSG::') } })},`;
  file.write(`{"type":"FeatureCollection","name":${JSON.stringify(layerName)},${system}"features":[`);
  let isFirst = true;
  return {
    add({ geometry, properties }) {
      file.write(`${isFirst ? '' : ','}\n${JSON.stringify({ type: 'Feature', properties, geometry })}`);
      isFirst = false;
    },
    finish() {
      file.write('\n]}\n');
      file.flush();
    },
    close: () => file.close(),
  };
}
