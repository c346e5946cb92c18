import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { baseName, extractEndings, GromaError, parseExistingPath, type ProjectId } from '@groma/model';
import type { Platform } from '../../platform/platform.ts';
import type { ExtractSource } from './tile-sets.ts';

const gigabyte = 1_000_000_000;
/** A country; larger ones are for whoever runs the server. */
const largestOfProject = 8 * gigabyte;
/** Names with that ending that are looked at. */
const most = 100;
/** Disk space that building tiles takes, by the size of the extract. */
const workFactor = 6;

/** Finds extracts and their hashes, each of which is computed once for a file that stays as it is. */
export class ExtractSources {
  readonly #platform: Pick<Platform, 'files'>;
  readonly #hashes = new Map<string, string>();

  constructor(platform: Pick<Platform, 'files'>) {
    this.#platform = platform;
  }

  /** An extract in a project. @throws GromaError FILE_NOT_FOUND, BAD_PATH, BAD_INPUT, TOO_LARGE, DISK_FULL */
  async ofProject(projectId: ProjectId, text: string): Promise<ExtractSource> {
    const { files } = this.#platform;
    const path = parseExistingPath(text);
    const name = baseName(path);
    if (!extractEndings.some((ending) => path.toLowerCase().endsWith(ending)))
      throw new GromaError('BAD_INPUT', { detail: `extract: "${name}" does not end in ${extractEndings[0]}.` });
    const found = await files.stat(projectId, path);
    if (!found || found.isDir) throw new GromaError('FILE_NOT_FOUND', { path });
    if (found.bytes > largestOfProject)
      throw new GromaError('TOO_LARGE', { name, limit: `${largestOfProject / gigabyte} GB` });
    const sha256 = await this.#hash(`${projectId} ${path} ${found.etag}`, async () => {
      const hashed = await files.hash(projectId, path);
      return hashed.sha256;
    });
    return {
      owner: projectId,
      sha256,
      name,
      lend: async (work) => {
        await files.requireSpace(found.bytes * workFactor, name);
        const folder = await files.workFolder(projectId);
        try {
          return await work(await files.lend(projectId, path, folder));
        } finally {
          await rm(folder, { recursive: true, force: true });
        }
      },
    };
  }

  /**
   * The path of the only extract of a project; null where it has none.
   * @throws GromaError BAD_INPUT where it has several
   */
  async onlyOf(projectId: ProjectId): Promise<string | null> {
    const { files: found } = await this.#platform.files.search(
      projectId,
      parseExistingPath('/data'),
      ['.osm.pbf'],
      most,
    );
    const paths = found
      .filter(({ path, isDir }) => !isDir && path.toLowerCase().endsWith('.osm.pbf'))
      .map(({ path }) => path);
    if (paths.length > 1)
      throw new GromaError('BAD_INPUT', {
        detail: `extract: this project has several. Say which is meant: ${paths.slice(0, 5).join(', ')}.`,
      });
    return paths[0] ?? null;
  }

  /** The extract that the settings name. @throws GromaError FILE_UNREADABLE where it is gone */
  async ofServer(path: string): Promise<ExtractSource> {
    const name = basename(path);
    const found = await stat(path).catch(() => null);
    if (!found?.isFile()) throw new GromaError('FILE_UNREADABLE', { name, detail: 'it is not there any more.' });
    const sha256 = await this.#hash(`server ${path} ${found.size} ${found.mtimeMs}`, async () => {
      const hash = createHash('sha256');
      await pipeline(createReadStream(path), hash);
      return hash.digest('hex');
    });
    return { owner: 'server', sha256, name, lend: (work) => work(path) };
  }

  async #hash(key: string, compute: () => Promise<string>): Promise<string> {
    const known = this.#hashes.get(key);
    if (known !== undefined) return known;
    const made = await compute();
    this.#hashes.set(key, made);
    return made;
  }
}
