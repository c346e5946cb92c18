import {
  cellOf,
  notebookBody,
  outsidePictures,
  readBlocks,
  readCell,
  shownOutputs,
  toIpynbText,
  type BodyLook,
  type OutputPlace,
  type StoredOutput,
  type WholeOutput,
} from '@groma/model';
import { fillPath, notebook } from '@groma/protocol';
import type { LiveDocuments } from '../../../platform/live/live-documents.ts';
import { formulaDrawer } from '../../../platform/text/formula-drawer.ts';
import type { OutputStore } from '../output/output-store.ts';
import { storedOutputs, wholeNotebook, wholeOutputs } from '../output/whole-outputs.ts';
import type { NotebookRecords } from '../record/notebook-records.ts';

/** A code block with what it shows; `number` is its place among the code blocks, from 1. */
interface ReadCell {
  blockId: string;
  codeId: string;
  number: number;
  label: string;
  outputs: WholeOutput[];
}

/** Notebooks as others show them. All throw GromaError NOT_FOUND where there is no such notebook. */
export interface NotebookReading {
  /** A notebook as the text of a Jupyter file. */
  readJupyter(notebookId: string): Promise<string>;
  /** Its blocks as HTML; pictures of other servers by the call that fetches them. */
  readBody(notebook: { id: string; projectId: string }, look: BodyLook): Promise<string>;
  /** Its code blocks that have code, with what they show. */
  readCells(notebookId: string): Promise<ReadCell[]>;
  /** One output of one of its code blocks, undefined where there is none or it is running text. */
  readShown(notebookId: string, place: OutputPlace): Promise<WholeOutput | undefined>;
}

export function notebookReading(
  documents: Pick<LiveDocuments, 'read'>,
  records: NotebookRecords,
  outputs: OutputStore,
): NotebookReading {
  return {
    async readJupyter(notebookId) {
      const [{ name }, doc] = await Promise.all([records.read(notebookId), documents.read(notebookId)]);
      return toIpynbText(doc, name, await wholeNotebook(doc, notebookId, outputs));
    },
    async readBody({ id, projectId }, look) {
      const doc = await documents.read(id);
      const picturePath = fillPath(notebook.readOutsidePicture.path, { notebookId: id, projectId });
      const pictures = new Map(
        outsidePictures(doc).map((url) => [url, { source: `${picturePath}?${new URLSearchParams({ url })}` }]),
      );
      const whole = await wholeOutputs(doc, id, outputs);
      return notebookBody(doc, { look, whole, pictures, headingShift: 2, formula: formulaDrawer() });
    },
    async readCells(notebookId) {
      const doc = await documents.read(notebookId);
      const whole = await wholeOutputs(doc, notebookId, outputs);
      let number = 0;
      return readBlocks(doc).flatMap(({ id, codeId }) => {
        const cell = codeId === null ? undefined : cellOf(doc, codeId);
        if (!cell || codeId === null) return [];
        number += 1;
        const { code, label, language } = readCell(cell);
        if (code.trim() === '' || language === 'other') return [];
        return [{ blockId: id, codeId, number, label, outputs: shownOutputs(doc, codeId, whole) }];
      });
    },
    async readShown(notebookId, { codeId, index }) {
      const doc = await documents.read(notebookId);
      const stored = new Map(storedOutputs(doc).map((output) => [output.id, output]));
      const kept = await outputs.kept(notebookId, [...stored.keys()]);
      // Something stands for each of them, so that one alone is read.
      const signs = new Map(kept.map((id) => [id, signOf(stored.get(id)!)]));
      const shown = shownOutputs(doc, codeId, signs)[index];
      if (!shown || shown.kind === 'text' || shown.kind === 'stderr') return undefined;
      const id = kept.find((each) => signs.get(each) === shown);
      return id === undefined ? shown : ((await outputs.whole(notebookId, stored.get(id)!)) ?? undefined);
    },
  };
}

/** Stands for an output that is not read: running text is joined with what is around it, anything else is by itself. */
function signOf({ of }: StoredOutput): WholeOutput {
  return of === 'text' || of === 'stderr' ? { kind: of, text: '' } : { kind: 'text/plain', text: '' };
}
