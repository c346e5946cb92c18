import type { ImageryService } from '@groma/geo';
import { GromaError, parseExistingPath, type ProjectId, type UserId } from '@groma/model';
import type { LentRasters } from '../source/lent-rasters.ts';
import { ImageThread } from './image-thread-of-run.ts';

/** A run of a tool that asks about an image. */
export interface ImageRun {
  projectId: ProjectId;
  userId: UserId;
  /** `image` is the path of a file, `band` a name or number. */
  parameters: Readonly<Record<string, unknown>>;
  /** Aborted when nobody wants the answers any more. */
  signal: AbortSignal;
}

/**
 * A thread of its own that answers questions about an image until the signal ends it: what it works on cannot be
 * interrupted.
 * @throws GromaError TOOL_NEEDS_IMAGE, FILE_NOT_FOUND
 */
export async function openImageService(
  lent: LentRasters,
  { projectId, parameters, signal }: ImageRun,
): Promise<ImageryService> {
  const { image, band = '1' } = parameters;
  if (typeof image !== 'string' || image === '') throw new GromaError('TOOL_NEEDS_IMAGE');
  const path = parseExistingPath(image);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const thread = new ImageThread({ ...(await lent.find(projectId, path)), version: null, name }, signal);
  return {
    zones: (asked) => thread.ask<Float64Array>({ kind: 'zones', band: String(band), ...asked }),
    bands: () => thread.ask<string[]>({ kind: 'bands' }),
    sample: (asked) => thread.ask<Float64Array>({ kind: 'sample', ...asked }),
  };
}
