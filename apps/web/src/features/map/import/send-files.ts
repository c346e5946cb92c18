import { GromaError, isErrorCode, limit } from '@groma/model';
import { CallError, file } from '@groma/protocol';
import { api } from '../../../platform/api.ts';

/** A file of the person's computer and its path below /data. */
export interface SentFile { path: string; file: File }

/** Sends files to the project: small ones together by a form, large ones in chunks. `onProgress` gets the percentage of all. */
export async function sendFiles(projectId: string, files: readonly SentFile[], onProgress: (percent: number) => void, signal: AbortSignal): Promise<void> {
  const whole = Math.max(1, files.reduce((sum, each) => sum + each.file.size, 0));
  const isSmall = whole <= limit.formUploadBytes;
  if (isSmall) return sendForm(projectId, files, signal);
  let before = 0;
  for (const each of files) {
    await sendChunks(projectId, each, (sent) => onProgress(Math.round(((before + sent) / whole) * 100)), signal);
    before += each.file.size;
  }
}

async function sendForm(projectId: string, files: readonly SentFile[], signal: AbortSignal): Promise<void> {
  const form = new FormData();
  for (const { path } of files) form.append('filePaths', path);
  for (const each of files) form.append('files', each.file);
  await api.call(file.uploadFiles, { params: { projectId }, form, signal });
}

async function sendChunks(projectId: string, { path, file: content }: SentFile, onSent: (bytes: number) => void, signal: AbortSignal): Promise<void> {
  const { uploadSessionUri } = await api.call(file.openUpload, { params: { projectId }, body: { filePath: path }, signal });
  for (let start = 0; start < content.size;) {
    const end = Math.min(content.size, start + limit.uploadChunkBytes);
    const response = await fetch(uploadSessionUri, {
      method: 'PUT', body: content.slice(start, end), signal,
      headers: { 'Content-Type': 'application/octet-stream', 'Content-Range': `bytes ${start}-${end - 1}/${content.size}` },
    });
    if (!response.ok && response.status !== 308) throw await refusalOf(response);
    start = response.status === 308 ? receivedOf(response) ?? end : end;
    onSent(start);
  }
}

/** How much the server has, after 308. */
function receivedOf(response: Response): number | null {
  const last = response.headers.get('range')?.match(/^bytes=0-(\d+)$/)?.[1];
  return last === undefined ? null : Number(last) + 1;
}

async function refusalOf(response: Response): Promise<Error> {
  const { code, message, details } = await response.json().catch(() => ({})) as { code?: string; message?: string; details?: Record<string, string> };
  return isErrorCode(code) ? new GromaError(code, details) : new CallError(response.status, message ?? response.statusText);
}

const mostTries = 200;

/** The files under names of which none is taken in /data: all of a group get the same number behind the base name. */
export async function freePaths(projectId: string, files: readonly File[]): Promise<SentFile[]> {
  for (let number = 1; number < mostTries; number++) {
    const sent = files.map((each) => ({ path: `/data/${numbered(each.name.normalize('NFC'), number)}`, file: each }));
    const taken = await Promise.all(sent.map(({ path }) => api.call(file.fileExistence, { params: { projectId, path: path.slice(1) } })));
    if (!taken.some(({ exists }) => exists)) return sent;
  }
  throw new GromaError('FILE_EXISTS', { path: `/data/${files[0]?.name ?? ''}` });
}

/** `roads.shp` as `roads (2).shp`; the first is as it is. */
function numbered(name: string, number: number): string {
  if (number === 1) return name;
  const dot = name.indexOf('.', 1);
  return dot < 0 ? `${name} (${number})` : `${name.slice(0, dot)} (${number})${name.slice(dot)}`;
}
