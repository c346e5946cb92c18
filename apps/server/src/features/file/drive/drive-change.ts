import { GromaError, type DataPath } from '@groma/model';
import type { Call } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { StoredFile } from '../../../platform/storage/file-store.ts';
import { fileAt, fileOfAddress, newFileAt } from './drive-address.ts';
import { covers, requireUnlocked, type Changed, type DriveLocks } from './drive-locks.ts';
import { DriveRefusal } from './drive-refusal.ts';
import { holds, parseIfHeader, tokensNamed } from './if-header.ts';

export type DriveCall = Call & { params: { path: string } };

/** What one call wants to change on a drive, looked at before anything is. */
export class DriveChange {
  readonly #platform: Platform;
  readonly #locks: DriveLocks;
  readonly #call: DriveCall;
  readonly path: DataPath;

  constructor(platform: Platform, locks: DriveLocks, call: DriveCall) {
    this.#platform = platform;
    this.#locks = locks;
    this.#call = call;
    this.path = fileAt(call.params.path);
  }

  stat(path: DataPath = this.path): Promise<StoredFile | undefined> {
    return this.#platform.files.stat(this.#call.projectId, path);
  }

  /** What is there. @throws GromaError FILE_NOT_FOUND; DriveRefusal for the folder that is the drive */
  async existing(): Promise<StoredFile> {
    if (this.path === '/data') throw new DriveRefusal(403);
    const found = await this.stat();
    if (!found) throw new GromaError('FILE_NOT_FOUND', { path: this.path });
    return found;
  }

  /** A name that something new can have. @throws DriveRefusal where there is no folder for it; GromaError BAD_PATH */
  async newName(path: DataPath = this.path): Promise<DataPath> {
    const name = newFileAt(path);
    const folder = await this.stat(name.slice(0, name.lastIndexOf('/')) as DataPath);
    if (!folder?.isDir) throw new DriveRefusal(409);
    return name;
  }

  /** Where something is to go, and what is there. @throws DriveRefusal */
  async destination(from: StoredFile): Promise<{ to: DataPath; taken: StoredFile | undefined }> {
    const { request, projectId } = this.#call;
    const header = request.headers['destination'];
    if (typeof header !== 'string') throw new DriveRefusal(400);
    const to = fileOfAddress(header, projectId, request, this.#platform.config);
    // Neither into itself, nor in the place of what it lies in.
    if (`${to}/`.startsWith(`${from.path}/`) || `${from.path}/`.startsWith(`${to}/`)) throw new DriveRefusal(403);
    const taken = await this.stat(to);
    if (taken && String(request.headers['overwrite']).toUpperCase() === 'F') throw new DriveRefusal(412);
    return { to: taken ? to : await this.newName(to), taken };
  }

  /** @throws DriveRefusal where the conditions of the caller do not hold, or something is locked */
  async require(changes: readonly Changed[]): Promise<void> {
    const { request, projectId, user } = this.#call;
    const locks = await this.#locks.list(projectId);
    const header = request.headers['if'];
    const lists = typeof header === 'string' ? parseIfHeader(header) : [];
    const stateOf = async (about: string | undefined) => {
      const path = about === undefined ? this.path : fileOfAddress(about, projectId, request, this.#platform.config);
      const tokens = new Set(locks.filter((lock) => covers(lock, path)).map(({ token }) => token));
      return { etag: (await this.stat(path))?.etag, tokens };
    };
    if (lists.length > 0 && !(await holds(lists, stateOf))) throw new DriveRefusal(412);
    requireUnlocked(locks, changes, tokensNamed(lists), user.id);
  }

  /** The only lock that the `If` header names. @throws DriveRefusal */
  namedLock(): string {
    const header = this.#call.request.headers['if'];
    const [token] = typeof header === 'string' ? tokensNamed(parseIfHeader(header)) : [];
    if (token === undefined) throw new DriveRefusal(400);
    return token;
  }
}
