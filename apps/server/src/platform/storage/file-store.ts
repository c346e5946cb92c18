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

/** The files of projects. A file appears whole or not at all, and only after it is on disk. */
export interface FileStore {
  /** Folder that is `/data` for kernels and for GDAL. Made when missing. */
  folderOf(projectId: ProjectId, bucket?: Bucket): Promise<string>;
  /** Real path of a file or folder that exists. @throws GromaError FILE_NOT_FOUND, BAD_PATH when a link leads out of /data. */
  realPath(projectId: ProjectId, path: DataPath, bucket?: Bucket): Promise<string>;
  /** @throws GromaError FILE_NOT_FOUND. */
  list(projectId: ProjectId, path: DataPath): Promise<StoredFile[]>;
  stat(projectId: ProjectId, path: DataPath, bucket?: Bucket): Promise<StoredFile | undefined>;
  /** Bytes from `start` to `end` inclusive. @throws GromaError FILE_NOT_FOUND. */
  read(projectId: ProjectId, path: DataPath, range?: { start: number; end: number }, bucket?: Bucket): Promise<Readable>;
  /** Writes a file whole; folders on the way are made. @throws GromaError FILE_EXISTS unless `replace`, DISK_FULL, UPLOAD_CUT. */
  write(projectId: ProjectId, path: DataPath, content: Readable, options?: { replace?: boolean; bucket?: Bucket }): Promise<StoredFile>;
  makeFolder(projectId: ProjectId, path: DataPath): Promise<StoredFile>;
  /** @throws GromaError FILE_EXISTS, FILE_NOT_FOUND. */
  move(projectId: ProjectId, from: DataPath, to: DataPath): Promise<StoredFile>;
  /** Moves a file or folder into the project's trash. @throws GromaError FILE_NOT_FOUND. */
  remove(projectId: ProjectId, path: DataPath): Promise<void>;
  /** Deletes all files of a project for good. */
  removeProject(projectId: ProjectId): Promise<void>;
}
