import { GromaError, parseExistingPath, type ProjectId, type UserId } from '@groma/model';
import { pictureType, mostPictureBytes, type OutsidePicture } from '../../platform/outbound/outside-picture.ts';
import { OutsidePictures } from '../../platform/outbound/outside-pictures.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AddressSigner } from './address-signer.ts';
import { isPath } from './stac/locations.ts';

/** Small pictures of scenes, from other servers or files of a project: the page itself asks no other server. */
export class Thumbnails {
  readonly #platform: Pick<Platform, 'files' | 'outbound'>;
  readonly #signer: AddressSigner;
  readonly #outside: OutsidePictures;

  constructor(platform: Pick<Platform, 'files' | 'outbound'>, signer: AddressSigner) {
    this.#platform = platform;
    this.#signer = signer;
    this.#outside = new OutsidePictures(platform.outbound);
  }

  /** @throws GromaError PICTURE_UNAVAILABLE, OUTBOUND_REFUSED, OUTBOUND_TOO_LONG, FILE_NOT_FOUND, BAD_PATH */
  async read(
    { projectId, userId }: { projectId: ProjectId; userId: UserId },
    location: string,
    signal: AbortSignal,
  ): Promise<OutsidePicture> {
    if (!isPath(location)) return this.#outside.read(await this.#signer.sign(location), userId, signal);
    const opened = await this.#platform.files.open(projectId, parseExistingPath(location));
    try {
      if (opened.bytes === 0 || opened.bytes > mostPictureBytes)
        throw new GromaError('PICTURE_UNAVAILABLE', { host: location });
      const bytes = Buffer.concat(await opened.read({ start: 0, end: opened.bytes - 1 }).toArray());
      const type = pictureType(bytes);
      if (type === null) throw new GromaError('PICTURE_UNAVAILABLE', { host: location });
      return { type, bytes };
    } finally {
      await opened.close();
    }
  }
}
