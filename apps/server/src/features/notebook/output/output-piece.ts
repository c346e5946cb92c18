/** A part of a kept output: the `index`th, with the number of line ends before it. */
export interface OutputPiece {
  outputId: string;
  index: number;
  firstLine: number;
  text: string;
}
