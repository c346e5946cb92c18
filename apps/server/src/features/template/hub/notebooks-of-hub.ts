import type { BodyLook, OutputPlace, WholeOutput } from '@groma/model';

/** What the hub needs of notebooks; all throw GromaError NOT_FOUND. */
export interface NotebooksOfHub {
  /** A notebook as the text of a Jupyter file. */
  readJupyter(notebookId: string): Promise<string>;
  readBody(notebook: { id: string; projectId: string }, look: BodyLook): Promise<string>;
  readShown(notebookId: string, place: OutputPlace): Promise<WholeOutput | undefined>;
}
