import { create } from 'zustand';

/**
 * `asking`: the name is taken and the person is asked; `lost`: the page was reloaded and the file must be chosen again;
 * `refused`: it can never be sent as it is.
 */
export type UploadState = 'waiting' | 'sending' | 'paused' | 'asking' | 'done' | 'failed' | 'refused' | 'lost';

export interface Upload {
  id: string;
  projectId: string;
  /** Those that were chosen together; an answer may be for all of them. */
  batch: string;
  path: string;
  name: string;
  bytes: number;
  sent: number;
  state: UploadState;
  /** The network is away; sending goes on by itself. */
  isOffline?: boolean;
  failure?: string;
  /** When the file of the computer was changed last, by which it is known again. */
  modified: number;
  session?: string;
  replace: boolean;
  /** A taken name gets a number instead of a question. */
  numbers: boolean;
}

export const uploadStore = create<{ uploads: readonly Upload[] }>(() => ({ uploads: [] }));

export function findUpload(id: string): Upload | undefined {
  return uploadStore.getState().uploads.find((upload) => upload.id === id);
}

export function changeUpload(id: string, change: Partial<Upload>): void {
  uploadStore.setState(({ uploads }) => ({
    uploads: uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)),
  }));
}

export function listUploads(added: readonly Upload[]): void {
  uploadStore.setState(({ uploads }) => ({ uploads: [...uploads, ...added] }));
}

export function dropUploads(isDropped: (upload: Upload) => boolean): void {
  uploadStore.setState(({ uploads }) => ({ uploads: uploads.filter((upload) => !isDropped(upload)) }));
}

/** Work that would be lost with the page, or at least needs the file again. */
export function isUnfinished({ state }: Upload): boolean {
  return state === 'waiting' || state === 'sending' || state === 'paused' || state === 'asking';
}

export interface UploadSum {
  bytes: number;
  sent: number;
  done: number;
  count: number;
  failed: number;
  active: number;
}

/** What the uploads come to together; what failed for good does not hold up the sum. */
export function sumUploads(uploads: readonly Upload[]): UploadSum {
  const sum: UploadSum = { bytes: 0, sent: 0, done: 0, count: uploads.length, failed: 0, active: 0 };
  for (const upload of uploads) {
    if (upload.state === 'failed' || upload.state === 'refused' || upload.state === 'lost') sum.failed += 1;
    else {
      sum.bytes += upload.bytes;
      sum.sent += upload.state === 'done' ? upload.bytes : Math.min(upload.sent, upload.bytes);
      if (upload.state === 'done') sum.done += 1;
      else sum.active += 1;
    }
  }
  return sum;
}
