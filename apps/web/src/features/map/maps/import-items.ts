import { create } from 'zustand';

/** A file on its way to becoming layers of a map: a row of the tree until they are there. */
export interface ImportItem {
  id: string;
  mapId: string;
  projectId: string;
  name: string;
  path: string;
  /**
   * `temp` for files of the person's computer: nothing of an import that is refused stays among the files of the
   * project (FIL-076).
   */
  folder: 'data' | 'temp';
  state: 'uploading' | 'importing' | 'failed';
  /** 0 to 100; null where it is not known. */
  percent: number | null;
  failure: string | null;
  /** A raster: its tiles are read from the file itself. */
  isRaster: boolean;
}

/** The files on their way, into all maps. */
export const importItems = create<{ items: readonly ImportItem[] }>(() => ({ items: [] }));
