import type { ImageryService } from '@groma/geo';
import { baseName, GromaError, type DataPath, type ProjectId, type UserId } from '@groma/model';
import { FileChanged } from '../../../platform/outbound/address-version.ts';
import type { RasterSource } from '../pool/raster-task.ts';
import type { ImageQuestion } from './image-question.ts';
import { ImageThread } from './image-thread-of-run.ts';
import type { ImageParts } from './image-work.ts';

/** A run of a tool that asks about an image. */
export interface ImageRun {
  projectId: ProjectId;
  userId: UserId;
  /** `image` is what a raster layer shows, `band` a name or number. */
  parameters: Readonly<Record<string, unknown>>;
  /** Files of images that earlier steps have made, by their references. */
  kept: Readonly<Record<string, string>>;
  /** Aborted when nobody wants the answers any more. */
  signal: AbortSignal;
}

/**
 * A thread of its own that answers questions about an image until the signal ends it: what it works on cannot be
 * interrupted. Of an image at an address only the parts are read that a question needs.
 * @throws GromaError TOOL_NEEDS_IMAGE, FILE_NOT_FOUND, FILE_UNREADABLE, OUTBOUND_REFUSED
 */
export async function openImageService(
  { platform, sources }: ImageParts,
  { projectId, parameters, kept, signal }: ImageRun,
): Promise<ImageryService> {
  const { image, band = '1' } = parameters;
  if (typeof image !== 'string' || image === '') throw new GromaError('TOOL_NEEDS_IMAGE');
  const thread = new ImageThread(signal, platform.config.outboundAllowed);
  const file = kept[image];
  const source =
    file === undefined
      ? // By the first question it turns out whether an address still has the version that is known.
        await sources.use({ projectId, url: image, signal }, async (found) => {
          await thread.ask(found, { kind: 'bands' });
          return found;
        })
      : keptSource(file);
  const ask = async <Answer>(question: ImageQuestion): Promise<Answer> =>
    thread.ask<Answer>(source, question).catch((error: unknown) => {
      if (!(error instanceof FileChanged)) throw error;
      throw new GromaError('FILE_UNREADABLE', { name: source.name, detail: 'It was changed while it was read.' });
    });
  return {
    zones: (asked) => ask<Float64Array>({ kind: 'zones', band: String(band), ...asked }),
    bands: () => ask<string[]>({ kind: 'bands' }),
    sample: (asked) => ask<Float64Array>({ kind: 'sample', ...asked }),
  };
}

/** An image of an earlier step as what threads read. */
export function keptSource(file: string): RasterSource {
  return { path: file, version: null, id: file, name: baseName(file as DataPath) };
}
