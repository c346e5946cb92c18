import { FID_PROPERTY, jsonValue, withoutMeasures, type LayerFeature } from '@groma/geo';
import { EditedLayer } from './edited-layer.ts';
import { JoinedFeatures } from './joined-features.ts';
import type { ReadBytes } from './snapshot-part.ts';
import type { WorkerStreams } from './worker-tasks.ts';

/** Features and characters of one line, whichever is reached first. */
const mostFeatures = 1_000;
const mostCharacters = 512 * 1024;

/** Lines of the read-map stream: the features of a layer as GeoJSON, with what is joined, a bounded number in each. */
export async function* featureLines(
  { layer, log, joins = [] }: WorkerStreams['featureLines']['input'],
  read: ReadBytes,
): AsyncGenerator<Uint8Array> {
  const edited = new EditedLayer(layer, log, read);
  const joined = await JoinedFeatures.read(edited.overlay.columns, joins, read);
  let features: string[] = [];
  let characters = 0;
  for await (const feature of edited.allFeatures()) {
    const text = geoJsonText(joined.complete(feature));
    features.push(text);
    characters += text.length;
    if (features.length < mostFeatures && characters < mostCharacters) continue;
    yield line(layer.layerId, features);
    features = [];
    characters = 0;
  }
  if (features.length > 0) yield line(layer.layerId, features);
}

function line(layerId: string, features: string[]): Uint8Array {
  return new TextEncoder().encode(
    `{"vector_features":{"layer_id":${JSON.stringify(layerId)},"features":[${features.join(',')}]}}\n`,
  );
}

/** GeoJSON has no place for M values. */
function geoJsonText({ fid, geometry, properties }: LayerFeature): string {
  for (const name in properties)
    if (typeof properties[name] === 'number') properties[name] = jsonValue(properties[name]);
  return JSON.stringify({
    type: 'Feature',
    geometry: geometry && withoutMeasures(geometry),
    properties: { ...properties, [FID_PROPERTY]: fid },
  });
}
