import {
  clipMask,
  composePixels,
  RasterError,
  sceneExpression,
  type ClipPolygons,
  type PlacedBand,
} from '@groma/raster';
import { GromaError } from '@groma/model';
import { requireSystem, type OpenRaster } from '../render/open-raster.ts';
import type { OpenComposite } from './opened-composite.ts';
import type { CompositeSource, PlaceOfBand } from '../pool/raster-task.ts';

type Part = Parameters<typeof composePixels>[1];

/**
 * The scenes of a composite with their files open.
 * @throws GromaError FILE_UNREADABLE naming the file; RasterError BAD_REQUEST for an expression that cannot be read
 */
export function openComposite(source: CompositeSource, files: readonly OpenRaster[]): OpenComposite {
  const placed = ({ file, band, factor, offset, nodata }: PlaceOfBand): PlacedBand => {
    const raster = files[file]!;
    const { definition, projection } = systemOf(raster);
    if (band >= raster.file.bands)
      throw unreadable(raster, `it has ${raster.file.bands} bands, and band ${band + 1} is asked for.`);
    return {
      file: raster.file,
      band,
      system: definition,
      projection,
      factor,
      offset,
      ...(nodata !== undefined && { nodata }),
    };
  };
  return {
    source,
    scenes: source.scenes.map(({ bands, masks }) => ({
      bands: bands.map(placed),
      masks: masks.map(({ band, rule }) => ({ band: placed(band), rule })),
    })),
    expression:
      source.maths &&
      sceneExpression(
        source.maths.expression,
        source.bands.map(({ name, others }) => [name, ...others]),
      ),
  };
}

/** Values of a part of a composite, NaN for none, and what lies outside of its area as well. */
export function composePart(
  { source, scenes, expression }: OpenComposite,
  target: Part,
  { bands, clip, signal }: { bands?: readonly number[]; clip: ClipPolygons; signal?: AbortSignal },
): ReturnType<typeof composePixels> {
  const keep = clip.length === 0 ? null : clipMask(clip, target);
  const wanted =
    bands === undefined || expression !== null
      ? scenes
      : scenes.map((scene) => ({ ...scene, bands: bands.map((band) => scene.bands[band]!) }));
  return composePixels(wanted, target, { method: source.method, expression, averages: source.averages, keep, signal });
}

function systemOf(raster: OpenRaster): ReturnType<typeof requireSystem> {
  try {
    return requireSystem(raster);
  } catch (error) {
    throw error instanceof RasterError ? unreadable(raster, error.message) : error;
  }
}

function unreadable({ name }: OpenRaster, detail: string): GromaError {
  return new GromaError('FILE_UNREADABLE', { name, detail });
}
