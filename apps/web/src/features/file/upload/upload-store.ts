import { GromaError } from '@groma/model';
import { create } from 'zustand';
import { errorText } from '../../../platform/api.ts';
import { refreshFiles } from '../file-calls.ts';
import { sendFile } from './send-file.ts';

type UploadState = 'waiting' | 'sending' | 'done' | 'failed' | 'exists';

export interface Upload {
  id: string;
  projectId: string;
  path: string;
  name: string;
  bytes: number;
  sent: number;
  state: UploadState;
  failure?: string;
}

/** What the list does not show: the bytes, and how to stop. */
interface Work { file: Blob; abort: AbortController; session?: string; replace: boolean }

/** Files sent at the same time; more would only share the same line. */
const atOnce = 2;

export const uploadStore = create<{ uploads: readonly Upload[] }>(() => ({ uploads: [] }));
const works = new Map<string, Work>();

/** Queues files for a project; each goes to its own path. */
export function addUploads(projectId: string, files: readonly { path: string; file: File }[]): void {
  const added = files.map(({ path, file }): Upload => {
    const id = crypto.randomUUID();
    works.set(id, { file, abort: new AbortController(), replace: false });
    return { id, projectId, path, name: path.slice(path.lastIndexOf('/') + 1), bytes: file.size, sent: 0, state: 'waiting' };
  });
  uploadStore.setState(({ uploads }) => ({ uploads: [...uploads, ...added] }));
  sendNext();
}

/** Stops an upload without a word (FIL-079), or takes a finished one off the list. */
export function removeUpload(id: string): void {
  works.get(id)?.abort.abort();
  works.delete(id);
  uploadStore.setState(({ uploads }) => ({ uploads: uploads.filter((upload) => upload.id !== id) }));
  sendNext();
}

/** Goes on where a failed upload was cut. */
export function retryUpload(id: string): void {
  change(id, { state: 'waiting', failure: undefined });
  sendNext();
}

/** Takes the place of the file that is there. */
export function replaceByUpload(id: string): void {
  const work = works.get(id);
  if (work) work.replace = true;
  retryUpload(id);
}

/** Takes what is done off the list. */
export function clearDone(): void {
  uploadStore.setState(({ uploads }) => ({ uploads: uploads.filter(({ state }) => state !== 'done') }));
}

export function isUnfinished({ state }: Upload): boolean {
  return state === 'waiting' || state === 'sending';
}

function change(id: string, to: Partial<Upload>): void {
  uploadStore.setState(({ uploads }) => ({ uploads: uploads.map((upload) => (upload.id === id ? { ...upload, ...to } : upload)) }));
}

function sendNext(): void {
  const { uploads } = uploadStore.getState();
  const room = atOnce - uploads.filter(({ state }) => state === 'sending').length;
  for (const upload of uploads.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, room))) void send(upload);
}

async function send(upload: Upload): Promise<void> {
  const work = works.get(upload.id);
  if (!work) return;
  change(upload.id, { state: 'sending' });
  try {
    await sendFile({
      projectId: upload.projectId, path: upload.path, file: work.file, replace: work.replace, session: work.session, signal: work.abort.signal,
      onSession: (session) => { work.session = session; },
      onProgress: (sent) => change(upload.id, { sent }),
    });
    works.delete(upload.id);
    change(upload.id, { state: 'done', sent: upload.bytes });
    await refreshFiles(upload.projectId);
  } catch (error) {
    if (work.abort.signal.aborted) return;
    const exists = error instanceof GromaError && error.code === 'FILE_EXISTS';
    change(upload.id, { state: exists ? 'exists' : 'failed', failure: errorText(error) });
  } finally {
    sendNext();
  }
}
