/** What differs of an output that came again: of a text, which is also that of errors and data, or of a picture. */
export type OutputDifference =
  | {
      kind: 'text';
      /** Place among the published outputs of its block; null of one that was not published. */
      index: number | null;
      /** Lines that went, came, or stand around them; null where too much differs to be told apart by lines. */
      lines: DifferentLine[] | null;
      /** More differs than is kept. */
      isCut: boolean;
      /** Nothing of it is shown, for it holds what looks like a secret. */
      isWithheld?: true;
    }
  | {
      kind: 'picture';
      /** Place among the published outputs of its block; null where there is none in its place. */
      index: number | null;
      /** Place of the new picture among those that were kept of its block; null for none, or one that is too large. */
      picture: number | null;
      /** Share of the pixels that differ, 0 to 1; 1 also of pictures of another size, or that are only on one side. */
      share: number;
    };

/** A line of a text that differs: only in the published one, only in the new one, or in both. */
export interface DifferentLine {
  in: 'published' | 'new' | 'both';
  text: string;
}

/**
 * What became of a code block that was run again. `failed`: it raised an error that was not published, or could not run
 * to its end; `not-run`: the time was over before.
 */
export type CellComparisonState = 'same' | 'different' | 'failed' | 'not-run';

/** A code block of a published notebook beside what it gave when it was run again. */
export interface CellComparison {
  codeId: string;
  /** Its place among the code blocks, from 1. */
  number: number;
  label: string;
  state: CellComparisonState;
  differences: OutputDifference[];
}
