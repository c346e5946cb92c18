import type { DataPath } from '@groma/model';

/** `groma` holds what people keep below /data, `groma-temp` what an import needs for a while. */
export type Bucket = 'groma' | 'groma-temp';

export interface StoredFile {
  path: DataPath;
  isDir: boolean;
  bytes: number;
  modifiedAt: Date;
  /** Identity of the content, quoted as HTTP has it: other bytes, or another file under the name, have another. */
  etag: string;
  /** Names of the files that belong to it, where a listing was asked to group them. */
  parts?: readonly string[];
}
