import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { lineEndOf } from '@groma/geo';
import { GromaError, markedEncoding, type DataPath, type LegacyEncoding, type ProjectId } from '@groma/model';
import type { Platform } from '../../../platform/platform.ts';
import type { StoredFile } from '../../../platform/storage/file-store.ts';
import { sampleEncoding } from '../../../platform/text/sample-encoding.ts';
import { decodeText, isPlain, type PlainEncoding } from './decode-text.ts';
import { runScan } from './scan-job.ts';

/** Bytes by which encoding, delimiter and types are judged. */
export const headBytes = 256 * 1024;

/**
 * A text file under a second name that no kernel can swap, in UTF-8 or an encoding of single bytes: others are written
 * out as UTF-8 first.
 */
export interface LentFile {
  /** Name of the content: another one after each change. */
  identity: string;
  path: DataPath;
  /** Where workers read it. */
  file: string;
  /** For what is worked out of it. The file itself lies elsewhere: whoever named it chose its name. */
  workFolder: string;
  /** Bytes of `file`. */
  bytes: number;
  /** Bytes of the mark at the beginning, which are no text. */
  markBytes: number;
  /** What the file was written in. */
  encoding: LegacyEncoding;
  /** Neither a mark nor the bytes say the encoding, and nobody has chosen it. */
  isGuessed: boolean;
  /** What `file` is written in. */
  bytesAre: PlainEncoding;
  lineEnd: number;
  head: Uint8Array;
  read(start: number, bytes: number): Promise<Uint8Array>;
  decode(bytes: Uint8Array): string;
  close(): Promise<void>;
}

export function identityOf({ bytes, modifiedAt }: Pick<StoredFile, 'bytes' | 'modifiedAt'>): string {
  return `${bytes.toString(36)}-${modifiedAt.getTime().toString(36)}`;
}

/**
 * Opens a file for windows, in the encoding that was chosen or else the one it seems to be in. The caller closes it.
 * @throws GromaError FILE_NOT_FOUND, BAD_PATH, DISK_FULL.
 */
export async function lendFile(
  { files, blobs }: Platform,
  projectId: ProjectId,
  stored: StoredFile,
  chosen?: LegacyEncoding,
): Promise<LentFile> {
  const folder = await blobs.workFolder();
  const opened: FileHandle[] = [];
  const close = async () => {
    await Promise.all(opened.map((handle) => handle.close()));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const [workFolder, lent] = [join(folder, 'work'), join(folder, 'lent')];
    for (const each of [workFolder, lent]) await mkdir(each);
    let file = await files.lend(projectId, stored.path, lent);
    opened.push(await open(file, 'r'));
    let head = await readAt(opened[0]!, 0, headBytes);
    const marked = markedEncoding(head);
    const found =
      chosen === undefined
        ? await sampleEncoding((start, bytes) => readAt(opened[0]!, start, bytes), stored.bytes)
        : { encoding: chosen, certainty: 'declared' };
    const { encoding } = found;
    const markBytes = marked !== encoding ? 0 : encoding === 'utf-8' ? 3 : 2;
    const isWide = !isPlain(encoding);
    if (isWide) {
      // Latin letters halve, others grow by half at most.
      await files.requireSpace(stored.bytes * 1.5, stored.path);
      const target = join(workFolder, 'as-utf-8');
      await runScan({ kind: 'transcode', file, target, encoding, start: markBytes }, () => undefined);
      file = target;
      opened.push(await open(file, 'r'));
      head = await readAt(opened[1]!, 0, headBytes);
    }
    const handle = opened.at(-1)!;
    const bytesAre = isPlain(encoding) ? encoding : 'utf-8';
    return {
      identity: identityOf(stored),
      path: stored.path,
      file,
      workFolder,
      bytes: (await handle.stat()).size,
      markBytes: isWide ? 0 : markBytes,
      encoding,
      isGuessed: found.certainty === 'likely' || found.certainty === 'unsure',
      bytesAre,
      lineEnd: lineEndOf(head),
      head,
      read: (start, bytes) => readAt(handle, start, bytes),
      decode: (bytes) => decodeText(bytes, bytesAre),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function readAt(handle: FileHandle, start: number, bytes: number): Promise<Uint8Array> {
  const buffer = Buffer.allocUnsafe(bytes);
  let filled = 0;
  while (filled < bytes) {
    const { bytesRead } = await handle.read(buffer, filled, bytes - filled, start + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/** The present state of a file. @throws GromaError FILE_NOT_FOUND; FILE_STALE when another content was asked for. */
export async function requireState(
  { files }: Platform,
  projectId: ProjectId,
  path: DataPath,
  wanted: string | undefined,
): Promise<StoredFile> {
  const stored = await files.stat(projectId, path);
  if (!stored || stored.isDir) throw new GromaError('FILE_NOT_FOUND', { path });
  if (wanted !== undefined && wanted !== identityOf(stored)) throw new GromaError('FILE_STALE', { path });
  return stored;
}
