import { Buffer } from 'node:buffer';
import { toIpynbText } from '@groma/model';
import { leftOutComment, leftOutFile, type NotebookInfo } from '@groma/protocol';
import yazl from 'yazl';
import type { LiveDocuments } from '../../../platform/live/live-documents.ts';
import type { Log } from '../../../platform/log.ts';
import type { OutputStore } from '../output/output-store.ts';
import { wholeNotebook } from '../output/whole-outputs.ts';

interface ZipParts {
  documents: LiveDocuments;
  outputs: OutputStore;
  log: Log;
}

/**
 * Notebooks as Jupyter files in one zip, made while it is sent; one that cannot be read is left out, which a file in
 * the zip and its comment say (NBK-108).
 */
export function notebooksZip(
  { documents, outputs, log }: ZipParts,
  notebooks: readonly NotebookInfo[],
): NodeJS.ReadableStream {
  const zip = new yazl.ZipFile();
  const names = new Set<string>();
  const leftOut: string[] = [];
  void (async () => {
    for (const { id, name, updated_at: time } of notebooks) {
      try {
        const doc = await documents.read(id);
        const text = toIpynbText(doc, name, await wholeNotebook(doc, id, outputs));
        zip.addBuffer(Buffer.from(text), freeName(names, name), { mtime: new Date(time) });
      } catch (error) {
        leftOut.push(name);
        log.error('A notebook was left out of a download.', { id, error });
      }
    }
    if (leftOut.length > 0)
      zip.addBuffer(
        Buffer.from(`These notebooks can't be read and aren't in this zip:\n${leftOut.join('\n')}\n`),
        leftOutFile,
      );
    zip.end({ comment: leftOutComment(leftOut), forceZip64Format: false });
  })();
  return zip.outputStream;
}

/** Names of a zip may not be paths, and two of a name get numbers. */
function freeName(taken: Set<string>, name: string): string {
  const safe = name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_').replace(/^\.+/, '_') || 'notebook';
  let free = safe;
  for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${safe} (${number})`;
  taken.add(free.toLowerCase());
  return `${free}.ipynb`;
}
