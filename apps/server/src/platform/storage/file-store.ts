import type { Readable } from 'node:stream';
import type { ClashRule, DataPath, ProjectId } from '@groma/model';
import type { Bucket, StoredFile } from './stored-file.ts';
import type { ListWindow } from './thread/storage-task.ts';
import type { UploadStore } from './upload-store.ts';

export type { Bucket, StoredFile } from './stored-file.ts';
export type { ListWindow } from './thread/storage-task.ts';

/** A file held open: what it was when it was opened, and bytes of that very file, even when another takes its name. */
export interface OpenedFile {
  bytes: number;
  modifiedAt: Date;
  etag: string;
  /**
   * Bytes from `start` to `end` inclusive; fewer when it has been cut meanwhile. The file is closed with the stream.
   */
  read(range: { start: number; end: number }): Readable;
  close(): Promise<void>;
}

export interface WriteOptions {
  replace?: boolean;
  bucket?: Bucket;
  /** With `replace`: the file that was there goes to the trash, in the name of this person. */
  trashedBy?: string;
  /** With `replace`: only in the place of the file that was found so, whose rights it takes over. Else FILE_CHANGED. */
  expected?: Pick<StoredFile, 'etag'>;
}

/** Something that was deleted. `id` names it in the trash. */
export interface TrashedFile {
  id: string;
  path: DataPath;
  isDir: boolean;
  bytes: number;
  deletedAt: Date;
  deletedBy: string | null;
}

/** What all files of a project take up. */
export interface ProjectSize {
  bytes: number;
  trashBytes: number;
  files: number;
}

/**
 * The files of projects. A file appears whole or not at all, and only after it is on disk.
 *
 * Code in kernels makes what it likes below /data, at any moment. So links are followed nowhere, not even where they
 * stay below /data: a path over one is refused with BAD_PATH. Links, pipes and the like are not listed and cannot be
 * read or moved; they can be removed.
 */
export interface FileStore {
  /** Folder that is `/data` for kernels. Made when missing. Nothing of the server reads or writes below it by path. */
  folderOf(projectId: ProjectId, bucket?: Bucket): Promise<string>;
  /** All of a folder, for the server's own use. @throws GromaError FILE_NOT_FOUND, BAD_PATH. */
  list(projectId: ProjectId, path: DataPath, bucket?: Bucket): Promise<StoredFile[]>;
  /**
   * Part of a folder in an order, made beside the event loop. `version` changes with its names.
   * @throws GromaError FILE_NOT_FOUND, BAD_PATH.
   */
  listWindow(
    projectId: ProjectId,
    path: DataPath,
    window: ListWindow,
  ): Promise<{ files: StoredFile[]; total: number; version: string }>;
  /**
   * What below a folder has all words in its name; `isCut` when there is more or time ran out.
   * @throws GromaError FILE_NOT_FOUND, BAD_PATH.
   */
  search(
    projectId: ProjectId,
    path: DataPath,
    words: string[],
    limit: number,
  ): Promise<{ files: StoredFile[]; isCut: boolean }>;
  /**
   * A file, or a folder with all below it, up to 100,000 things; `isCut` when there is more.
   * @throws GromaError FILE_NOT_FOUND, BAD_PATH.
   */
  tree(projectId: ProjectId, path: DataPath): Promise<{ files: StoredFile[]; isCut: boolean }>;
  stat(projectId: ProjectId, path: DataPath, bucket?: Bucket): Promise<StoredFile | undefined>;
  /** @throws GromaError FILE_NOT_FOUND, BAD_PATH. */
  open(projectId: ProjectId, path: DataPath, bucket?: Bucket): Promise<OpenedFile>;
  /** SHA-256 in hexadecimal, with the file it is of. @throws GromaError FILE_NOT_FOUND, BAD_PATH. */
  hash(projectId: ProjectId, path: DataPath, bucket?: Bucket): Promise<{ sha256: string; bytes: number; etag: string }>;
  /**
   * Writes a file whole; folders on the way are made.
   * @throws GromaError FILE_EXISTS unless `replace`, FILE_CHANGED when another than the expected one is there,
   * DISK_FULL, UPLOAD_CUT.
   */
  write(projectId: ProjectId, path: DataPath, content: Readable, options?: WriteOptions): Promise<StoredFile>;
  /**
   * Makes a finished file of the server's own, on the same disk, a project file. The file stays under its old name too,
   * so that this can be done again after a kill. @throws GromaError as `write`.
   */
  adopt(projectId: ProjectId, path: DataPath, file: string, options?: WriteOptions): Promise<StoredFile>;
  /**
   * Makes a folder of the server's own, on the same disk and with nothing but files and folders in it, a project
   * folder.
   * @throws GromaError FILE_EXISTS.
   */
  adoptFolder(projectId: ProjectId, path: DataPath, folder: string): Promise<StoredFile>;
  /**
   * Gives a file a second name in a folder that no kernel sees, and answers its path.
   * @throws GromaError FILE_NOT_FOUND, BAD_PATH.
   */
  lend(projectId: ProjectId, path: DataPath, folder: string, bucket?: Bucket): Promise<string>;
  /** An empty folder that no kernel sees, for what is being made; the caller removes it. */
  workFolder(projectId: ProjectId): Promise<string>;
  /**
   * Folder of the project's managed databases, on this machine, which no kernel sees. What is in it counts as files of
   * the project.
   */
  databaseFolder(projectId: ProjectId): Promise<string>;
  /**
   * Folder of the project's packages, on this machine, which kernels can read and not change. What is in it counts as
   * files of the project.
   */
  packageFolder(projectId: ProjectId): Promise<string>;
  makeFolder(projectId: ProjectId, path: DataPath): Promise<StoredFile>;
  /** @throws GromaError FILE_EXISTS, FILE_NOT_FOUND. */
  move(projectId: ProjectId, from: DataPath, to: DataPath): Promise<StoredFile>;
  /**
   * Copies a file or a folder with all in it, links left out; it appears whole.
   * @throws GromaError FILE_EXISTS, FILE_NOT_FOUND, DISK_FULL.
   */
  copy(projectId: ProjectId, from: DataPath, to: DataPath, options?: CopyOptions): Promise<StoredFile>;
  /** Files and bytes of a file or folder. @throws GromaError FILE_NOT_FOUND, BAD_PATH. */
  measure(projectId: ProjectId, path: DataPath): Promise<{ bytes: number; files: number }>;
  /** Moves a file or folder into the project's trash and answers its id there. @throws GromaError FILE_NOT_FOUND. */
  remove(projectId: ProjectId, path: DataPath, deletedBy?: string): Promise<string>;
  /** What is in the trash, the newest first. */
  listTrash(projectId: ProjectId, offset: number, limit: number): Promise<{ trashed: TrashedFile[]; total: number }>;
  /**
   * Puts something of the trash back; null when it was left there because its name is taken.
   * @throws GromaError FILE_EXISTS, NOT_FOUND.
   */
  restore(projectId: ProjectId, id: string, clash: ClashRule): Promise<StoredFile | null>;
  /** Deletes what is in the trash for good, all of it without ids; answers how many things. */
  emptyTrash(projectId: ProjectId, ids?: readonly string[]): Promise<number>;
  /** Deletes a file for good, if it is there. */
  discard(projectId: ProjectId, path: DataPath, bucket: Bucket): Promise<void>;
  /** Deletes all files of a project for good. */
  removeProject(projectId: ProjectId): Promise<void>;
  sizeOf(projectId: ProjectId): Promise<ProjectSize>;
  /**
   * Tells of changes in a folder that did not come through this store, until it is closed. Undefined where that cannot
   * be seen.
   */
  watch(projectId: ProjectId, path: DataPath, tell: () => void): Promise<{ close(): void } | undefined>;
  uploads(projectId: ProjectId): UploadStore;
  /** @throws GromaError DISK_FULL when too little would remain free after so many bytes more. */
  requireSpace(bytes: number, name: string): Promise<void>;
  /** Deletes what nobody wants any more. At the start of the process that takes uploads, also what they left half. */
  sweep(options?: { atStart?: boolean }): Promise<void>;
}

export interface CopyOptions {
  signal?: AbortSignal;
  onBytes?: (bytes: number) => void;
}
