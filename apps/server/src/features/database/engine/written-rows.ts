import type { SqlWrite } from '@groma/model';

/** What a database's process asks the server of a statement that writes into the project. */
export type WriteQuestion =
  /** Before its rows are made: whether the person may, and the name is free. */
  | { step: 'may'; write: SqlWrite }
  /** When they lie in `file` of `folder`, which is a folder of the process's own for what it hands over. */
  | {
      step: 'made';
      write: SqlWrite;
      folder: string;
      file: string;
      rows: number;
      geometryColumn: string | null;
      /** The rows have ids of features. */
      hasIds: boolean;
    };

/** What stands in the one row that such a statement gives. */
export type WrittenRow = Record<string, string | number>;

/** Folder below that for temporary files, in which each statement has one for what it hands over. */
export const handedFolder = 'handed';
