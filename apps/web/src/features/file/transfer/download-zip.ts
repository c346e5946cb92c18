import { file as calls } from '@groma/protocol';
import { toast } from '@groma/ui';
import { api, errorText } from '../../../platform/api.ts';
import { readProject } from '../../../platform/session.ts';
import { t } from '../../../platform/text.ts';
import { outermost } from '../entry/file-path.ts';
import { addDownload, changeDownload, downloadStore, dropDownload } from './download-store.ts';
import { readWithProgress } from './zip-progress.ts';

/** Zips above this go to the browser's own list of downloads, which writes them to the disk as they come. */
const heldBytes = 512 * 1024 * 1024;

const aborts = new Map<string, AbortController>();

/** Downloads files and folders as one zip, with its progress in the list of transfers (FIL-022). */
export async function downloadZip(paths: readonly string[]): Promise<void> {
  const project = readProject();
  if (!project) return;
  try {
    const { zipUrl, name, bytes } = await api.call(calls.selectForZip, {
      params: { projectId: project.id },
      body: { paths: outermost(paths), withParts: true },
    });
    if (bytes > heldBytes) return save(zipUrl, name);
    const id = crypto.randomUUID();
    addDownload({ id, projectId: project.id, name, bytes, received: 0, state: 'receiving', paths });
    await receive(id, zipUrl, name);
  } catch (error) {
    toast.error(errorText(error), { title: t('file.zip.failed') });
  }
}

async function receive(id: string, url: string, name: string): Promise<void> {
  const abort = new AbortController();
  aborts.set(id, abort);
  try {
    const response = await fetch(url, { signal: abort.signal });
    if (!response.ok) throw new Error(response.statusText);
    const blob = await readWithProgress(response, (received, total) =>
      changeDownload(id, { received, ...(total > 0 && { bytes: total }) }),
    );
    const held = URL.createObjectURL(blob);
    save(held, name);
    setTimeout(() => URL.revokeObjectURL(held), 60_000);
    dropDownload(id);
  } catch (error) {
    if (!abort.signal.aborted) changeDownload(id, { state: 'failed', failure: errorText(error) });
  } finally {
    aborts.delete(id);
  }
}

/** Stops a download without a word, or takes a failed one off the list. */
export function stopDownload(id: string): void {
  aborts.get(id)?.abort();
  dropDownload(id);
}

export function retryDownload(id: string): void {
  const download = downloadStore.getState().downloads.find((candidate) => candidate.id === id);
  dropDownload(id);
  if (download) void downloadZip(download.paths);
}

function save(url: string, name: string): void {
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
}
