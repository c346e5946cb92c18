import {
  compositeMark,
  compositeOf,
  filesOfRaster,
  GromaError,
  limit,
  parseExistingPath,
  type ProjectId,
} from '@groma/model';
import { RasterError } from '@groma/raster';
import { isCrsText } from '../../../platform/gdal/describe-crs.ts';
import type { CompositeSource, RasterSource } from '../pool/raster-task.ts';
import { FileChanged, type AddressVersion } from '../../../platform/outbound/address-version.ts';
import type { KnownAddresses } from './known-addresses.ts';
import type { LentRasters } from './lent-rasters.ts';

/**
 * Who asks for a raster, and what by: a path below /data of the project, a signed link to one, or an http(s) address;
 * or several of them, one a line, whose bands stand behind each other.
 */
export interface SourceWish {
  projectId: ProjectId;
  url: string;
  /** The system of a file that names none. */ assumedCrs?: string | undefined;
  signal: AbortSignal;
}

/** What has the addresses of files signed, where they ask for it. */
export interface SignsAddresses {
  /** @throws GromaError */
  sign(address: string): Promise<string>;
  /** False for an address that needs none. */
  forget(address: string): boolean;
}

/** What knows composites by their ids. */
export interface FindsComposites {
  /** @throws GromaError NOT_FOUND; as its files are found */
  find(asking: Pick<SourceWish, 'projectId' | 'signal'>, id: string): Promise<CompositeSource>;
}

/** Where rasters are read from, by what they are asked for. */
export class RasterSources {
  readonly #lent: LentRasters;
  readonly #addresses: KnownAddresses;
  readonly #signer: SignsAddresses;
  readonly #publicUrl: string | undefined;
  readonly #composites: FindsComposites;

  constructor(
    lent: LentRasters,
    addresses: KnownAddresses,
    signer: SignsAddresses,
    composites: FindsComposites,
    publicUrl: string | undefined,
  ) {
    this.#composites = composites;
    this.#lent = lent;
    this.#addresses = addresses;
    this.#signer = signer;
    this.#publicUrl = publicUrl;
  }

  /**
   * Works with a raster; when the file behind its address is changed meanwhile, once more with the new one.
   * @throws GromaError FILE_NOT_FOUND, BAD_PATH, BAD_INPUT, FILE_UNREADABLE
   */
  async use<Value>(wish: SourceWish, work: (source: RasterSource) => Promise<Value>): Promise<Value> {
    const source = await this.find(wish);
    try {
      return await work(source);
    } catch (error) {
      const all = [source, ...(source.parts ?? []), ...(source.composite?.files ?? [])];
      if (!(error instanceof FileChanged) || !all.some(({ version }) => version)) throw error;
      for (const { path, version } of all)
        if (version) {
          // oxlint-disable-next-line no-await-in-loop
          await this.#addresses.forget(path, version);
        }
    }
    const next = await this.find(wish);
    return work(next).catch((error: unknown) => {
      throw error instanceof FileChanged
        ? new GromaError('FILE_UNREADABLE', { name: next.name, detail: 'It changes while it is read.' })
        : error;
    });
  }

  /** @throws GromaError FILE_NOT_FOUND, BAD_PATH, BAD_INPUT, FILE_UNREADABLE */
  async find(wish: SourceWish): Promise<RasterSource> {
    const files = filesOfRaster(wish);
    const compositeId = compositeOf(wish.url);
    if (compositeId !== null) return this.#findComposite(compositeId, wish);
    if (files.length < 2) return this.#findOne(wish);
    if (files.length > limit.joinedFiles)
      throw new GromaError('BAD_INPUT', { detail: `url: at most ${limit.joinedFiles} files can be joined.` });
    const [first, ...parts] = await Promise.all(files.map((url) => this.#findOne({ ...wish, url })));
    return { ...first!, parts, id: [first!, ...parts].map(({ id }) => id).join('\n') };
  }

  async #findComposite(id: string, wish: SourceWish): Promise<RasterSource> {
    const composite = await this.#composites.find(wish, id);
    const own = `${compositeMark}${id}`;
    return {
      path: own,
      version: null,
      name: 'the composite',
      id: [own, ...composite.files.map((file) => file.id)].join('\n'),
      composite,
    };
  }

  async #findOne(wish: SourceWish): Promise<RasterSource> {
    const { assumedCrs } = wish;
    const source = await this.#findFile(wish);
    if (assumedCrs === undefined) return source;
    if (!isCrsText(assumedCrs))
      throw new GromaError('BAD_INPUT', { detail: `assumed_crs: "${assumedCrs}" is not a coordinate system.` });
    // The same file in another system is another raster.
    return { ...source, assumedCrs, id: `${source.id} ${assumedCrs}` };
  }

  async #findFile({ projectId, url: address, signal }: SourceWish): Promise<RasterSource> {
    const url = signedPath(projectId, address, this.#publicUrl) ?? address;
    if (/^https?:\/\//i.test(url)) {
      if (!URL.canParse(url)) throw new GromaError('BAD_INPUT', { detail: `url: "${url}" is not a URL.` });
      const name = new URL(url).pathname.split('/').at(-1) || url;
      const { path, version } = await this.signed(url, signal).catch((error: unknown) => {
        throw error instanceof RasterError ? new GromaError('FILE_UNREADABLE', { name, detail: error.message }) : error;
      });
      return { path, version, id: `${path} ${version.size} ${version.etag ?? version.modified ?? ''}`, name };
    }
    const path = parseExistingPath(url);
    return { ...(await this.#lent.find(projectId, path)), version: null, name: path.slice(path.lastIndexOf('/') + 1) };
  }

  /** The version that `signed` has given turned out to be an old one. */
  forget(path: string, version: AddressVersion): Promise<void> {
    return this.#addresses.forget(path, version);
  }

  /**
   * The address at which a file is read now, and its version. A signature that is refused before its time is renewed
   * once.
   * @throws RasterError DAMAGED; GromaError OUTBOUND_REFUSED
   */
  async signed(url: string, signal: AbortSignal): Promise<{ path: string; version: AddressVersion }> {
    const look = async (): Promise<{ path: string; version: AddressVersion }> => {
      const path = await this.#signer.sign(url);
      return { path, version: await this.#addresses.find(path, signal) };
    };
    return look().catch((error: unknown) => {
      if (!(error instanceof RasterError) || !this.#signer.forget(url)) throw error;
      return look();
    });
  }
}

/**
 * The path that a signed link of this server is of. The caller may read the files of the project anyway: the signature
 * gives no more.
 */
function signedPath(projectId: ProjectId, address: string, publicUrl: string | undefined): string | null {
  const own =
    publicUrl !== undefined && address.startsWith(publicUrl)
      ? address.slice(publicUrl.replace(/\/$/, '').length)
      : address;
  const [, project, path] = /^\/files\/signed\/groma\/([^/?]+)\/(data\/[^?]+)/.exec(own) ?? [];
  if (project !== projectId) return null;
  try {
    return `/${decodeURIComponent(path!)}`;
  } catch {
    return null;
  }
}
