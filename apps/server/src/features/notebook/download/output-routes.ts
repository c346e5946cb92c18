import { Readable } from 'node:stream';
import { GromaError } from '@groma/model';
import { notebook } from '@groma/protocol';
import { route, streamed, type Route } from '../../../platform/http/route.ts';
import { attachment } from './attachment.ts';
import type { LiveDocuments } from '../../../platform/live/live-documents.ts';
import type { NotebookRecords } from '../record/notebook-records.ts';
import type { OutputStore } from '../output/output-store.ts';
import { printedTexts } from '../output/printed-texts.ts';

/** Calls that read outputs which are kept beside a notebook. */
export function outputRoutes(
  records: NotebookRecords,
  outputs: OutputStore,
  documents: Pick<LiveDocuments, 'read'>,
): Route[] {
  return [
    route(notebook.readOutput, async ({ params: { notebookId, outputId }, reply }) => {
      const output = await outputs.whole(notebookId, { id: outputId, of: 'text/plain' });
      if (!output) throw new GromaError('NOT_FOUND', { noun: 'output' });
      // What is kept under an id never changes.
      void reply.header('cache-control', 'private, max-age=31536000, immutable');
      return { data: output };
    }),
    route(notebook.readOutputLines, async ({ params: { notebookId, outputId }, query: { from, count } }) => ({
      data: await outputs.lines(notebookId, outputId, from, count),
    })),
    route(notebook.downloadOutput, async ({ params: { notebookId, outputId }, query, reply }) => {
      const { name } = await records.read(notebookId);
      await outputs.lines(notebookId, outputId, 0, 1);
      const texts = query.block
        ? printedTexts(await documents.read(notebookId), notebookId, outputId, outputs)
        : outputs.pieces(notebookId, outputId);
      await reply
        .header('content-type', notebook.downloadOutput.replyType)
        .header('content-disposition', attachment(`${name}.txt`))
        .send(Readable.from(texts));
      return streamed;
    }),
  ];
}
