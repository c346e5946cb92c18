import type { NotebookBlockType } from './block-type.ts';
import type { CodeCell } from './cell.ts';
import type { Inline } from './inline.ts';
import type { Kept } from './output.ts';

/** A table, row by row; the first `headerRows` rows are headings. */
export interface TableContent {
  headerRows: number;
  rows: readonly (readonly (readonly Inline[])[])[];
}

/** A block to be written. Props left out have their defaults; `cell` is the data of a code block. */
export interface NewBlock {
  id?: string;
  type: NotebookBlockType;
  props?: Readonly<Record<string, unknown>>;
  content?: readonly Inline[];
  table?: TableContent;
  children?: readonly NewBlock[];
  cell?: Partial<CodeCell>;
  /** Of the first block of a Jupyter cell that is not code: that cell as JSON. */
  origin?: Kept;
  /** Of each block of such a cell: the lines of the source that it is made of, from one up to another. */
  lines?: readonly [from: number, to: number];
}
