import { GromaError, isErrorCode, limit } from '@groma/model';
import { CallError, file } from '@groma/protocol';
import { api } from '../../../platform/api.ts';

/** A file of the person's computer and its path in the temporary bucket. */
export interface SentFile {
  path: string;
  file: File;
}

/**
 * A folder of its own in the temporary bucket for the files of one import, so that names never clash and companions lie
 * together.
 */
export function temporaryPaths(files: readonly File[]): SentFile[] {
  const folder = `/data/${crypto.randomUUID()}`;
  return files.map((each) => ({ path: `${folder}/${each.name.normalize('NFC')}`, file: each }));
}

/**
 * Paths of their own among the files of the project for a main file and its companions: where a name is taken all are
 * numbered alike, so that they stay together.
 */
export async function projectPaths(
  projectId: string,
  files: readonly File[],
  signal: AbortSignal,
): Promise<SentFile[]> {
  const names = files.map(({ name }) => name.normalize('NFC'));
  for (let number = 1; ; number += 1) {
    const numbered = numberedTogether(names, number);
    const taken = await Promise.all(
      numbered.map(
        async (name) =>
          (await api.call(file.fileExistence, { params: { projectId, path: `data/${name}` }, signal })).exists,
      ),
    );
    if (!taken.includes(true)) return numbered.map((name, index) => ({ path: `/data/${name}`, file: files[index]! }));
  }
}

/**
 * `plan.png`, `plan.pgw` and `plan.png.aux.xml` as `plan 2.png`, `plan 2.pgw` and `plan 2.png.aux.xml`.
 * @param names the main file first
 */
export function numberedTogether(names: readonly string[], number: number): string[] {
  const stem = (names[0] ?? '').replace(/\.[^.]*$/, '');
  return number === 1
    ? [...names]
    : names.map((name) => `${name.slice(0, stem.length)} ${number}${name.slice(stem.length)}`);
}

/** Sends files to a bucket in chunks. `onProgress` gets the percentage of all. */
export async function sendFiles(
  projectId: string,
  files: readonly SentFile[],
  onProgress: (percent: number) => void,
  signal: AbortSignal,
  bucket: 'groma' | 'groma-temp' = 'groma-temp',
): Promise<void> {
  const whole = Math.max(
    1,
    files.reduce((sum, each) => sum + each.file.size, 0),
  );
  let before = 0;
  for (const each of files) {
    await sendChunks(
      projectId,
      each,
      bucket,
      (sent) => onProgress(Math.round(((before + sent) / whole) * 100)),
      signal,
    );
    before += each.file.size;
  }
}

async function sendChunks(
  projectId: string,
  { path, file: content }: SentFile,
  bucket: 'groma' | 'groma-temp',
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const { uploadSessionUri } = await api.call(file.openUpload, {
    params: { projectId },
    body: { filePath: path, gcsBucket: bucket, bytes: content.size },
    signal,
  });
  for (let start = 0, isDone = false; !isDone;) {
    const end = Math.min(content.size, start + limit.uploadChunkBytes);
    // An empty file has no chunk: asking how much is there ends it.
    const range = content.size === 0 ? 'bytes */0' : `bytes ${start}-${end - 1}/${content.size}`;
    const response = await fetch(uploadSessionUri, {
      method: 'PUT',
      body: content.size === 0 ? null : content.slice(start, end),
      signal,
      headers: { 'Content-Type': 'application/octet-stream', 'Content-Range': range },
    });
    if (!response.ok && response.status !== 308) throw await refusalOf(response);
    isDone = response.ok;
    start = isDone ? end : (receivedOf(response) ?? end);
    onSent(start);
  }
}

/** How much the server has, after 308. */
function receivedOf(response: Response): number | null {
  const last = response.headers.get('range')?.match(/^bytes=0-(\d+)$/)?.[1];
  return last === undefined ? null : Number(last) + 1;
}

async function refusalOf(response: Response): Promise<Error> {
  const { code, message, details } = (await response.json().catch(() => ({}))) as {
    code?: string;
    message?: string;
    details?: Record<string, string>;
  };
  return isErrorCode(code)
    ? new GromaError(code, details)
    : new CallError(response.status, message ?? response.statusText);
}
