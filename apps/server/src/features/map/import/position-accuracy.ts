import { describeAccuracy, type PositionAccuracy } from '../../../platform/gdal/describe-accuracy.ts';
import type { ImportedLayer, ReadRequest } from './imported-layer.ts';

/** Layers that say how accurate their positions are, where a grid that is not installed would make them more so. */
export function withAccuracy(
  layers: ImportedLayer[],
  { fileName, signal }: Pick<ReadRequest, 'fileName' | 'signal'>,
): Promise<ImportedLayer[]> {
  return Promise.all(
    layers.map(async (layer) => {
      const { bbox, crsDefinition, featureCount } = layer;
      const accuracy = bbox && crsDefinition !== null ? await describeAccuracy(crsDefinition, bbox, signal) : null;
      if (!accuracy) return layer;
      return {
        ...layer,
        warnings: [
          ...layer.warnings,
          { code: 'position-accuracy' as const, count: featureCount, message: `"${fileName}": ${textOf(accuracy)}` },
        ],
      };
    }),
  );
}

function textOf({ metres, missingGrid }: PositionAccuracy): string {
  if (missingGrid === null)
    return 'It is not known how accurate positions are: PROJ has no transformation from their coordinate system to WGS 84.';
  return metres === null
    ? `It is not known how accurate positions are: the grid ${missingGrid} is not installed on the server.`
    : `Positions are accurate to about ${metres} m: the grid ${missingGrid} is not installed on the server.`;
}
