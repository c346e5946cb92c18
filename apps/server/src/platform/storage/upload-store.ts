import type { Readable } from 'node:stream';
import type { DataPath } from '@groma/model';
import type { Bucket, StoredFile } from './stored-file.ts';

/** What an upload session was opened for. `total` is fixed by its first chunk; `finished` is the file it became. */
export interface UploadSession {
  id: string;
  path: DataPath;
  userId: string;
  replace: boolean;
  bucket: Bucket;
  total?: number;
  finished?: StoredFile & { sha256: string };
}

export type NewUpload = Omit<UploadSession, 'id' | 'finished'>;

/** A piece of a file: bytes `start` to `end` inclusive of `total`. */
export interface Chunk {
  start: number;
  end: number;
  total: number;
  content: Readable;
}

/**
 * Uploads of a project that go on after a cut. Only bytes that follow what is there are taken; where the next byte
 * belongs can always be asked, and for an hour after the end what became of it.
 */
export interface UploadStore {
  open(upload: NewUpload): Promise<UploadSession>;
  /**
   * The session, with the bytes that are there.
   * @throws GromaError NOT_FOUND for one that is unknown or someone else's.
   */
  find(id: string, userId: string): Promise<{ session: UploadSession; received: number }>;
  /**
   * Adds a chunk; answers how many bytes are there afterwards. Of a chunk that begins earlier only the rest is taken;
   * one that begins later changes nothing. A second writer waits for the first.
   * @throws GromaError TOO_LARGE, or BAD_INPUT when the body is not as long as its range says or the total is not that
   * of the chunks before; the file is as before.
   */
  append(session: UploadSession, chunk: Chunk): Promise<number>;
  /**
   * Makes the file of a session that has all its bytes, on disk before it resolves; asked again it answers the same.
   * @throws GromaError FILE_EXISTS.
   */
  finish(session: UploadSession): Promise<StoredFile & { sha256: string }>;
  /** Forgets a session with what came of it. */
  cancel(session: UploadSession): Promise<void>;
}
