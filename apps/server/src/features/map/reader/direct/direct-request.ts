/** Pairs of formats that one stream leads between. */
export type DirectWay = 'geojson flatgeobuf' | 'flatgeobuf geojson';

/** A file that is to be written in another format, by real paths. Of the target nothing is there yet. */
export interface DirectRequest {
  way: DirectWay;
  source: string;
  target: string;
  layerName: string;
}

/** What is said while it is written, one JSON text a piece; the last has `done`, whether all of the file is there. */
export interface DirectProgress {
  fraction: number;
  done?: boolean;
}
