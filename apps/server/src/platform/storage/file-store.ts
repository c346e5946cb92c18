import type { Readable } from 'node:stream';
import type { DataPath, ProjectId } from '@groma/model';

/** `groma` holds what people keep below /data, `groma-temp` what an import needs for a while. */
export type Bucket = 'groma' | 'groma-temp';

export interface StoredFile {
  path: DataPath;
  isDir: boolean;
  bytes: number;
  modifiedAt: Date;
}

/** A file held open: what it was when it was opened, and bytes of that very file, even when another takes its name. */
export interface OpenedFile {
  bytes: number;
  modifiedAt: Date;
  /** Bytes from `start` to `end` inclusive; fewer when it has been cut meanwhile. The file is closed with the stream. */
  read(range: { start: number; end: number }): Readable;
  close(): Promise<void>;
}

export interface WriteOptions {
  replace?: boolean;
  bucket?: Bucket;
  /** With `replace`: only in the place of the file that was found with these, whose rights it then takes over. Else FILE_CHANGED. */
  expected?: Pick<StoredFile, 'bytes' | 'modifiedAt'>;
}

/**
 * The files of projects. A file appears whole or not at all, and only after it is on disk.
 *
 * Code in kernels makes what it likes below /data, at any moment. So links are followed nowhere, not even where they stay
 * below /data: a path over one is refused with BAD_PATH. Links, pipes and the like are not listed and cannot be
 * read or moved; they can be removed.
 */
export interface FileStore {
  /** Folder that is `/data` for kernels. Made when missing. Nothing of the server reads or writes below it by path. */
  folderOf(projectId: ProjectId, bucket?: Bucket): Promise<string>;
  /** @throws GromaError FILE_NOT_FOUND, BAD_PATH. */
  list(projectId: ProjectId, path: DataPath, bucket?: Bucket): Promise<StoredFile[]>;
  stat(projectId: ProjectId, path: DataPath, bucket?: Bucket): Promise<StoredFile | undefined>;
  /** @throws GromaError FILE_NOT_FOUND, BAD_PATH. */
  open(projectId: ProjectId, path: DataPath, bucket?: Bucket): Promise<OpenedFile>;
  /** Writes a file whole; folders on the way are made. @throws GromaError FILE_EXISTS unless `replace`, DISK_FULL, UPLOAD_CUT. */
  write(projectId: ProjectId, path: DataPath, content: Readable, options?: WriteOptions): Promise<StoredFile>;
  /**
   * Makes a finished file of the server's own, on the same disk, a project file. The file stays under its old name too,
   * so that this can be done again after a kill. @throws GromaError as `write`.
   */
  adopt(projectId: ProjectId, path: DataPath, file: string, options?: WriteOptions): Promise<StoredFile>;
  /** Gives a file a second name in a folder that no kernel sees, and answers its path. @throws GromaError FILE_NOT_FOUND, BAD_PATH. */
  lend(projectId: ProjectId, path: DataPath, folder: string, bucket?: Bucket): Promise<string>;
  makeFolder(projectId: ProjectId, path: DataPath): Promise<StoredFile>;
  /** @throws GromaError FILE_EXISTS, FILE_NOT_FOUND. */
  move(projectId: ProjectId, from: DataPath, to: DataPath): Promise<StoredFile>;
  /** Moves a file or folder into the project's trash. @throws GromaError FILE_NOT_FOUND. */
  remove(projectId: ProjectId, path: DataPath): Promise<void>;
  /** Deletes a file for good, if it is there. */
  discard(projectId: ProjectId, path: DataPath, bucket: Bucket): Promise<void>;
  /** Deletes all files of a project for good. */
  removeProject(projectId: ProjectId): Promise<void>;
  /** @throws GromaError DISK_FULL when too little would remain free after so many bytes more. */
  requireSpace(bytes: number, name: string): Promise<void>;
  /** Deletes what nobody wants any more. At the start of the process that takes uploads, also what they left half. */
  sweep(options?: { atStart?: boolean }): Promise<void>;
}
