import { eq } from '../../../platform/database/drizzle.ts';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { GromaError } from '@groma/model';
import { hub } from '@groma/protocol';
import { thumbnails } from '../../../platform/database/tables/index.ts';
import { BoundedWork } from '../../../platform/jobs/bounded-work.ts';
import { OutsidePictures } from '../../../platform/outbound/outside-pictures.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { PictureWidth } from './picture.ts';

interface Picture {
  type: string;
  bytes: Buffer;
}

/** Pixels of the largest picture that is made smaller. */
const mostPixels = 50_000_000;
const drawnAtOnce = { atOnce: 2, waiting: 50 };
const longestSeconds = 10;
/** A picture that can't be drawn is not tried again for so long. */
const failedForMs = 15_000;
const mostFailures = 1_000;
/** By width: small ones are many on a page. */
const qualities: Record<PictureWidth, number> = { 320: 45, 800: 45, 1280: 70 };
const ownPath = hub.readThumbnail.path.replace(':thumbnailId', '');

/** Pictures of publications in the widths that pages show, drawn again: nothing of the original file is in them. */
export class HubPictures {
  readonly #platform: Pick<Platform, 'database' | 'blobs'>;
  readonly #outside: OutsidePictures;
  readonly #slots = new BoundedWork(drawnAtOnce);
  readonly #failures = new Map<string, { error: GromaError; until: number }>();

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#outside = new OutsidePictures(platform.outbound);
  }

  /**
   * The picture at most so wide, in pixels.
   * @throws GromaError NOT_FOUND where there is none or it cannot be drawn; BUSY; those of outbound calls.
   */
  async read(
    { id, thumbnailUrl }: { id: string; thumbnailUrl: string | null },
    width: PictureWidth,
    signal: AbortSignal,
  ): Promise<Picture> {
    if (thumbnailUrl === null) throw missing();
    const key = JSON.stringify([id, thumbnailUrl, width]);
    const failure = this.#failures.get(key);
    if (failure && failure.until > performance.now()) throw failure.error;
    try {
      const isOurs = thumbnailUrl.startsWith('/');
      // Another server may be slow: nobody else waits for it.
      const outside = isOurs ? undefined : await this.#outside.read(thumbnailUrl, `hub ${id}`, signal);
      return await this.#slots.run(signal, async () =>
        drawn((outside ?? (await this.#uploaded(thumbnailUrl))).bytes, width),
      );
    } catch (error) {
      if (error instanceof GromaError && error.code !== 'BUSY') this.#keepFailure(key, error);
      throw error;
    }
  }

  #keepFailure(key: string, error: GromaError): void {
    this.#failures.delete(key);
    this.#failures.set(key, { error, until: performance.now() + failedForMs });
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > mostFailures && oldest !== undefined) this.#failures.delete(oldest);
  }

  async #uploaded(path: string): Promise<{ bytes: Buffer }> {
    const { database, blobs } = this.#platform;
    const id = path.startsWith(ownPath) ? path.slice(ownPath.length) : '';
    const [row] = await database.query.select().from(thumbnails).where(eq(thumbnails.id, id));
    if (!row || (await blobs.size(row.blobKey)) === undefined) throw missing();
    return { bytes: await buffer(await blobs.read(row.blobKey)) };
  }
}

async function drawn(bytes: Buffer, width: PictureWidth): Promise<Picture> {
  try {
    const picture = sharp(bytes, { limitInputPixels: mostPixels }).rotate();
    const made = await picture
      .resize({ width, withoutEnlargement: true })
      .timeout({ seconds: longestSeconds })
      .webp({ quality: qualities[width], effort: 6 })
      .toBuffer();
    return { type: 'image/webp', bytes: made };
  } catch {
    throw missing();
  }
}

function missing(): GromaError {
  return new GromaError('NOT_FOUND', { noun: 'picture' });
}
