import { create } from 'zustand';

/** A zip on its way to the person's computer. */
export interface Download {
  id: string;
  projectId: string;
  name: string;
  /** Of the zip; from X-Total-Size. */
  bytes: number;
  received: number;
  state: 'receiving' | 'failed';
  failure?: string;
  paths: readonly string[];
}

export const downloadStore = create<{ downloads: readonly Download[] }>(() => ({ downloads: [] }));

export function addDownload(download: Download): void {
  downloadStore.setState(({ downloads }) => ({ downloads: [...downloads, download] }));
}

export function changeDownload(id: string, change: Partial<Download>): void {
  downloadStore.setState(({ downloads }) => ({
    downloads: downloads.map((download) => (download.id === id ? { ...download, ...change } : download)),
  }));
}

export function dropDownload(id: string): void {
  downloadStore.setState(({ downloads }) => ({ downloads: downloads.filter((download) => download.id !== id) }));
}
