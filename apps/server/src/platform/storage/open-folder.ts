import { constants } from 'node:fs';
import { lstat, open, readdir, type FileHandle } from 'node:fs/promises';

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

/**
 * A folder held open. Code in a kernel may swap any entry below /data for a link at any moment, so a path that was
 * checked says nothing a moment later. What is reached through an open folder, one name at a time and never through
 * a link, cannot be swapped: the handle is the folder itself, wherever it is moved.
 */
export class OpenFolder {
  readonly #handle: FileHandle;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /** Opens a folder by a path that only the server can change. The caller closes it. */
  static async at(path: string): Promise<OpenFolder> {
    return new OpenFolder(await open(path, O_RDONLY | O_DIRECTORY));
  }

  /** This folder, for calls that take a path. */
  get self(): string {
    return `/proc/self/fd/${this.#handle.fd}`;
  }

  /** Number of this folder among the open files of the process, for storage threads. */
  get fd(): number {
    return this.#handle.fd;
  }

  /** The name on disk of what people call by its form C: code may have written it in another. */
  async nameOf(name: string): Promise<string> {
    if (/^[\x20-\x7e]*$/.test(name) || (await lstat(this.entry(name)).catch(() => undefined))) return name;
    return (await readdir(this.self)).find((each) => each.normalize('NFC') === name) ?? name;
  }

  /** An entry, for calls that do not follow a link as the last part: link, rename, unlink, mkdir, rmdir, lstat. */
  entry(name: string): string {
    return `${this.self}/${name}`;
  }

  /** The same for a name as it is on disk, whether it is text or not. */
  rawEntry(name: Buffer): Buffer {
    return Buffer.concat([Buffer.from(`${this.self}/`), name]);
  }

  /** @throws the system's error: ENOENT, ENOTDIR for anything that is not a folder, a link among them. */
  async enter(name: string): Promise<OpenFolder> {
    return new OpenFolder(await open(this.entry(name), O_RDONLY | O_DIRECTORY | O_NOFOLLOW));
  }

  /**
   * Opens a plain file to read; null for anything else, whose opening must neither wait (a pipe) nor lead elsewhere (a
   * link).
   */
  async openFile(name: string): Promise<FileHandle | null> {
    const handle = await open(this.entry(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ELOOP' || error.code === 'ENXIO') return null;
        throw error;
      },
    );
    if (handle === null || (await handle.stat()).isFile()) return handle;
    await handle.close();
    return null;
  }

  async isLink(name: string): Promise<boolean> {
    return (await lstat(this.entry(name)).catch(() => undefined))?.isSymbolicLink() ?? false;
  }

  /** The entry of a new file is on disk only when its folder is. */
  sync(): Promise<void> {
    return this.#handle.sync();
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}
