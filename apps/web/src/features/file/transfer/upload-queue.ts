import { baseName, GromaError, numberedName } from '@groma/model';
import { file as calls } from '@groma/protocol';
import { api } from '../../../platform/api.ts';
import { askClash, type ClashAnswer } from '../action/clash-dialog.tsx';
import { folderOf } from '../entry/file-path.ts';
import { failureText } from './failure-text.ts';
import { sendFile } from './send-file.ts';
import {
  changeUpload,
  dropUploads,
  findUpload,
  isUnfinished,
  listUploads,
  uploadStore,
  type Upload,
} from './upload-store.ts';
import { refreshFolder } from '../folder/refresh-folder.ts';

/** Files sent at the same time: one large file fills the line, small ones wait for answers. */
const atOnce = 3;
/** Progress is drawn this often. */
const drawnMs = 100;
const refreshMs = 400;

/** What the list does not hold: the bytes, and how to stop. */
interface Work {
  file: Blob;
  abort: AbortController | null;
}

const works = new Map<string, Work>();
/** Answers that were given for all of a batch. */
const answers = new Map<string, ClashAnswer>();

/** Puts files into the queue. */
export function enqueue(added: readonly (Upload & { file: Blob })[]): void {
  for (const { id, file } of added) works.set(id, { file, abort: null });
  listUploads(added.map(({ file: _file, ...upload }) => upload));
  sendNext();
}

/** Stops an upload and deletes what came of it, without a word (FIL-079), or takes a finished one off the list. */
export function removeUpload(id: string): void {
  const upload = findUpload(id);
  works.get(id)?.abort?.abort();
  works.delete(id);
  dropUploads((other) => other.id === id);
  if (upload?.session !== undefined && upload.state !== 'done') void giveUp(upload.projectId, upload.session);
  sendNext();
}

/** Nobody waits for this: what it leaves behind is deleted after a day anyhow. */
async function giveUp(projectId: string, session: string): Promise<void> {
  const sessionId = session.slice(session.lastIndexOf('/') + 1);
  await api.call(calls.cancelUpload, { params: { projectId, sessionId } }).catch(() => undefined);
}

export function pauseUpload(id: string): void {
  works.get(id)?.abort?.abort();
  changeUpload(id, { state: 'paused', isOffline: false });
  sendNext();
}

/** Goes on where a paused or failed upload stopped. */
export function resumeUpload(id: string): void {
  if (!works.has(id)) return;
  changeUpload(id, { state: 'waiting', failure: undefined });
  sendNext();
}

/** Gives an upload that a reload cut off its file again; false when it is another file. */
export function giveFile(id: string, file: File): boolean {
  const upload = findUpload(id);
  if (!upload || file.name !== upload.name || file.size !== upload.bytes || file.lastModified !== upload.modified)
    return false;
  works.set(id, { file, abort: null });
  resumeUpload(id);
  return true;
}

function ofProject(projectId: string): (upload: Upload) => boolean {
  return (upload) => upload.projectId === projectId;
}

export function pauseAll(projectId: string): void {
  for (const { id } of uploadStore
    .getState()
    .uploads.filter(ofProject(projectId))
    .filter(({ state }) => state === 'waiting' || state === 'sending')) {
    works.get(id)?.abort?.abort();
    changeUpload(id, { state: 'paused', isOffline: false });
  }
}

export function resumeAll(projectId: string): void {
  for (const { id } of uploadStore
    .getState()
    .uploads.filter(ofProject(projectId))
    .filter(({ state }) => state === 'paused'))
    changeUpload(id, { state: 'waiting' });
  sendNext();
}

export function cancelAll(projectId: string): void {
  for (const { id } of uploadStore.getState().uploads.filter(ofProject(projectId)).filter(isUnfinished))
    removeUpload(id);
}

function sendNext(): void {
  const { uploads } = uploadStore.getState();
  const room = atOnce - uploads.filter(({ state }) => state === 'sending').length;
  for (const upload of uploads.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, room)))
    void send(upload);
}

async function send({ id, projectId, path, replace, session }: Upload): Promise<void> {
  const work = works.get(id);
  if (!work) return;
  const abort = new AbortController();
  work.abort = abort;
  changeUpload(id, { state: 'sending' });
  try {
    await sendFile({
      projectId,
      path,
      replace,
      session,
      file: work.file,
      signal: abort.signal,
      onSession: (begun) => changeUpload(id, { session: begun }),
      onProgress: (sent) => drawProgress(id, sent),
      onWaiting: (isOffline) => changeUpload(id, { isOffline }),
    });
    works.delete(id);
    changeUpload(id, { state: 'done', sent: work.file.size, isOffline: false });
    refreshSoon(projectId, folderOf(path));
  } catch (error) {
    if (!abort.signal.aborted) fail(id, error);
  } finally {
    sendNext();
  }
}

function fail(id: string, error: unknown): void {
  const upload = findUpload(id);
  if (!upload) return;
  if (error instanceof GromaError && error.code === 'FILE_EXISTS') return void settleClash(upload);
  const isForGood = error instanceof GromaError && error.code === 'BAD_PATH';
  changeUpload(id, { state: isForGood ? 'refused' : 'failed', failure: failureText(error), isOffline: false });
}

/** The name is taken: a number, the answer given for all, or a question. */
async function settleClash(upload: Upload): Promise<void> {
  const { id, batch, path } = upload;
  changeUpload(id, { state: 'asking', session: undefined, sent: 0 });
  if (upload.numbers) return takeAnswer(upload, { rule: 'number', isForAll: false });
  const answer = await askClash(() => {
    const present = findUpload(id);
    const others = uploadStore
      .getState()
      .uploads.filter((other) => other.batch === batch && other.id !== id && isUnfinished(other));
    return present === undefined
      ? { rule: 'skip', isForAll: false }
      : (answers.get(batch) ?? { path, more: others.length });
  });
  if (answer.isForAll) answers.set(batch, answer);
  takeAnswer(upload, answer);
}

function takeAnswer({ id, path }: Upload, { rule }: ClashAnswer): void {
  if (!findUpload(id)) return;
  if (rule === 'skip') return removeUpload(id);
  if (rule === 'replace') changeUpload(id, { state: 'waiting', replace: true });
  else changeUpload(id, { state: 'waiting', numbers: true, path: nextName(path) });
  sendNext();
}

/** `a.tif`, `a (2).tif`, `a (3).tif`: the number after the one that is taken. */
export function nextName(path: string): string {
  const name = baseName(path);
  const [, stem, number, ending] = /^(.*) \((\d+)\)(\.[^.]*|)$/.exec(name) ?? [];
  const plain = stem === undefined ? name : `${stem}${ending}`;
  const from = number === undefined ? 1 : Number(number);
  // Names up to the one that is taken are counted as taken too: the server knows which the next free one is.
  let asked = 0;
  return `${folderOf(path)}/${numberedName(plain, false, () => (asked += 1) < from)}`;
}

const progress = new Map<string, number>();
let drawing: ReturnType<typeof setTimeout> | null = null;

function drawProgress(id: string, sent: number): void {
  progress.set(id, sent);
  drawing ??= setTimeout(() => {
    drawing = null;
    uploadStore.setState(({ uploads }) => ({
      uploads: uploads.map((upload) =>
        upload.state === 'sending' && progress.has(upload.id)
          ? { ...upload, sent: progress.get(upload.id) ?? 0 }
          : upload,
      ),
    }));
    progress.clear();
  }, drawnMs);
}

const stale = new Map<string, string>();
let refreshing: ReturnType<typeof setTimeout> | null = null;

/** Many small files change a folder often; it is read once for several. */
function refreshSoon(projectId: string, folder: string): void {
  stale.set(folder, projectId);
  refreshing ??= setTimeout(() => {
    refreshing = null;
    for (const [path, project] of stale) refreshFolder(project, path);
    stale.clear();
  }, refreshMs);
}
