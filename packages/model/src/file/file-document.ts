import type * as Y from 'yjs';
import { legacyEncodings, type LegacyEncoding } from './legacy-encoding.ts';
import { isUnicode, lineEndings, plainFormat, type TextFormat } from './text-codec.ts';

/** How a live text stands to its file, as the server last found it. */
export type FileStatus =
  /** The file holds what the server had when it last wrote. */
  | { kind: 'in-step' }
  /** Someone else changed the file while the text had edits of its own: `version` is the SHA-256 of theirs. */
  | { kind: 'conflict'; version: string; isText: boolean }
  /** The file is not there any more. */
  | { kind: 'gone' }
  /** The file cannot be written now; the edits are kept, and it is tried again. */
  | { kind: 'unwritten'; code: string }
  /**
   * The encoding of the file has no place for some letters of the text (`letters` are the first of them): it is not
   * written until someone decides.
   */
  | { kind: 'unencodable'; encoding: LegacyEncoding; letters: string[] };

/** The text of an edited file; its lines end with a line feed. */
export function fileText(doc: Y.Doc): Y.Text {
  return doc.getText('content');
}

function about(doc: Y.Doc): Y.Map<unknown> {
  return doc.getMap('file');
}

/** Calls back when status, path or format have changed; returns how to stop. */
export function watchFile(doc: Y.Doc, listener: () => void): () => void {
  about(doc).observe(listener);
  return () => about(doc).unobserve(listener);
}

/** Encoding and line ends with which the text is written; what a client put there is not believed blindly. */
export function fileFormat(doc: Y.Doc): TextFormat {
  const found = about(doc).get('format') as Partial<TextFormat> | undefined;
  const lineEnding = lineEndings.find((each) => each === found?.lineEnding) ?? plainFormat.lineEnding;
  const encoding = legacyEncodings.find((each) => each === found?.encoding) ?? plainFormat.encoding;
  return {
    encoding,
    lineEnding,
    hasMark: isUnicode(encoding) && found?.hasMark === true,
    ...(found?.isGuessed === true && { isGuessed: true }),
  };
}

export function setFileFormat(doc: Y.Doc, format: TextFormat): void {
  const before = fileFormat(doc);
  const isSame =
    about(doc).has('format') &&
    before.encoding === format.encoding &&
    before.hasMark === format.hasMark &&
    before.lineEnding === format.lineEnding &&
    before.isGuessed === format.isGuessed;
  if (!isSame) about(doc).set('format', { ...format });
}

/** Path of the file, which changes when it is renamed or moved. */
export function filePath(doc: Y.Doc): string | null {
  const path = about(doc).get('path');
  return typeof path === 'string' ? path : null;
}

export function setFilePath(doc: Y.Doc, path: string): void {
  if (filePath(doc) !== path) about(doc).set('path', path);
}

export function fileStatus(doc: Y.Doc): FileStatus {
  return (about(doc).get('status') as FileStatus | undefined) ?? { kind: 'in-step' };
}

export function setFileStatus(doc: Y.Doc, status: FileStatus): void {
  if (JSON.stringify(fileStatus(doc)) !== JSON.stringify(status)) about(doc).set('status', status);
}
