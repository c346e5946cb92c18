/** What a panel of a file is opened with. */
export interface ViewerParams {
  path: string;
}
