import { eq } from 'drizzle-orm';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { GromaError } from '@groma/model';
import { hub } from '@groma/protocol';
import { thumbnails } from '../../../platform/database/tables/index.ts';
import { Semaphore } from '../../../platform/jobs/semaphore.ts';
import { OutsidePictures } from '../../../platform/outbound/outside-pictures.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { PictureWidth } from './picture.ts';

interface Picture {
  type: string;
  bytes: Buffer;
}

/** Pixels of the largest picture that is made smaller. */
const mostPixels = 50_000_000;
const drawnAtOnce = 2;
/** By width: small ones are many on a page. */
const qualities: Record<PictureWidth, number> = { 320: 45, 800: 45, 1280: 70 };
const ownPath = hub.readThumbnail.path.replace(':thumbnailId', '');

/** Pictures of publications in the widths that pages show, drawn again: nothing of the original file is in them. */
export class HubPictures {
  readonly #platform: Pick<Platform, 'database' | 'blobs'>;
  readonly #outside: OutsidePictures;
  readonly #slots = new Semaphore(drawnAtOnce);

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#outside = new OutsidePictures(platform.outbound);
  }

  /**
   * The picture at most so wide, in pixels.
   * @throws GromaError NOT_FOUND where there is none or it cannot be drawn; those of outbound calls.
   */
  async read(
    { id, thumbnailUrl }: { id: string; thumbnailUrl: string | null },
    width: PictureWidth,
    signal: AbortSignal,
  ): Promise<Picture> {
    if (thumbnailUrl === null) throw missing();
    const { bytes } = thumbnailUrl.startsWith('/')
      ? await this.#uploaded(thumbnailUrl)
      : await this.#outside.read(thumbnailUrl, `hub ${id}`, signal);
    return this.#slots.run(signal, () => drawn(bytes, width));
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
