import {
  encodingLabel,
  fileFormat,
  fileText,
  GromaError,
  replaceText,
  type DataPath,
  type FileStatus,
  type ProjectId,
} from '@groma/model';
import type { Platform } from '../../../platform/platform.ts';
import { writeFileText } from '../../../platform/text/file-text.ts';
import type { OpenFiles } from './open-files.ts';

/** Makes another text of one, at once; what it throws leaves the file as it is. */
export type EditText = (text: string) => string;

/**
 * Edits a text file through its live document, as those do who have it open. Nothing is written where text and file are
 * not in step, or the file's encoding has no place for a letter. Resolves when the file has it, with both texts.
 * @throws GromaError FILE_NOT_FOUND, FILE_NOT_TEXT, FILE_CHANGED, BAD_INPUT, TOO_LARGE, DISK_FULL; as `edit`
 */
export async function editText(
  { documents }: Platform,
  open: OpenFiles,
  place: { projectId: ProjectId; path: DataPath },
  edit: EditText,
): Promise<{ before: string; after: string }> {
  const { path } = place;
  const { id } = await open.find(place.projectId, path);
  refuseUnlessInStep(await open.syncAtOnce(id), path);
  const { document, release } = await documents.open(id);
  try {
    if (documents.isShortOfSpace) throw new GromaError('DISK_FULL', { name: path });
    const before = fileText(document.doc).toString();
    const after = edit(before);
    const format = fileFormat(document.doc);
    const written = writeFileText(after, format);
    if (written.bytes === null)
      throw new GromaError('BAD_INPUT', {
        detail: `${encodingLabel(format.encoding)} has no ${written.letters.join(' ')} (${path}).`,
      });
    if (after !== before) {
      document.transact((doc) => {
        replaceText(fileText(doc), after);
      });
      await document.whenSaved();
    }
    refuseUnlessInStep(await open.syncAtOnce(id), path);
    return { before, after };
  } finally {
    release();
  }
}

function refuseUnlessInStep(status: FileStatus | undefined, path: DataPath): void {
  if (status?.kind === 'in-step') return;
  throw new GromaError(status && status.kind !== 'gone' ? 'FILE_CHANGED' : 'FILE_NOT_FOUND', { path });
}
