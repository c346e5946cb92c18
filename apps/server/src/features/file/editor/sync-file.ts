import { Readable } from 'node:stream';
import {
  encodingLabel,
  fileFormat,
  fileText,
  GromaError,
  replaceText,
  setFileFormat,
  setFilePath,
  setFileStatus,
  type DecodedText,
  type FileStatus,
  type LegacyEncoding,
} from '@groma/model';
import { recordsNow } from '../../../platform/database/record-clock.ts';
import type { LiveDocument } from '../../../platform/live/live-document.ts';
import type { FileStore } from '../../../platform/storage/file-store.ts';
import { readFileText, readFileTextAs, writeFileText } from '../../../platform/text/file-text.ts';
import { lookAtFile, sha256, type DiskLook } from './disk-look.ts';
import type { EditedFile, EditedFileRecords } from './edited-file-records.ts';

/**
 * What a person has decided: whose text stays, of which version of theirs; that a file that has gone is put back; or
 * that the file is read anew in another encoding.
 */
export interface Settlement {
  choice: 'mine' | 'theirs' | 'restore' | 'reopen';
  version?: string | undefined;
  encoding?: LegacyEncoding | undefined;
}

export interface SyncParts {
  files: FileStore;
  records: EditedFileRecords;
}

/** A file younger than this may still be being written by its program. */
const settledAfterMs = 250;
/** Others may change the file again while it is looked at; then it is looked at anew, so many times. */
const mostTries = 4;

/** The file is being written by somebody else right now: look again shortly. */
export const notSettled = Symbol('not settled');

/**
 * Brings a live text and its file in step, in the project's turn. Whoever alone has changed since both were last the
 * same is followed; where both have, nothing is overwritten: it is a conflict, until a person decides.
 */
export async function syncFile(
  parts: SyncParts,
  document: LiveDocument,
  file: EditedFile,
  options: { settlement?: Settlement | undefined; isPatient?: boolean } = {},
): Promise<FileStatus | typeof notSettled> {
  for (let left = mostTries; ; left--) {
    try {
      return await syncOnce(parts, document, file, options);
    } catch (error) {
      if (!(error instanceof GromaError) || error.code !== 'FILE_CHANGED' || left === 1) throw error;
    }
  }
}

async function syncOnce(
  parts: SyncParts,
  document: LiveDocument,
  file: EditedFile,
  { settlement, isPatient = false }: { settlement?: Settlement | undefined; isPatient?: boolean },
): Promise<FileStatus | typeof notSettled> {
  const { files, records } = parts;
  // Before the text is read: what is in the text is at least as new.
  const head = await records.headOf(file.id);
  const look = await lookAtFile(files, file.projectId, file.path);
  if (!look && settlement?.choice !== 'restore') {
    await records.change(file.id, { isGone: true });
    return show(document, file, { kind: 'gone' });
  }
  const format = fileFormat(document.doc);
  const own = writeFileText(fileText(document.doc).toString(), format);
  const ownHash = own.bytes && sha256(own.bytes);
  const inStep = async (values: { baseHash: string }): Promise<FileStatus> => {
    Object.assign(file, values, { writingHash: null });
    await records.change(file.id, {
      ...values,
      writingHash: null,
      isGone: false,
      writtenHead: head,
      usedAt: recordsNow,
    });
    return show(document, file, { kind: 'in-step' });
  };
  const take = async ({ text, format: theirs }: DecodedText, version: string): Promise<FileStatus> => {
    // Nothing waits between reading the own text and this: no edit can have come in between.
    document.transact((doc) => {
      replaceText(fileText(doc), text);
      setFileFormat(doc, theirs);
    });
    await document.whenSaved();
    return inStep({ baseHash: version });
  };
  if (ownHash !== null && look?.version === ownHash) {
    if (settlement?.choice !== 'reopen') return inStep({ baseHash: ownHash });
    return take(reread(own.bytes!, settlement.encoding ?? format.encoding), ownHash);
  }
  const isOutside = look !== undefined && look.version !== file.baseHash && look.version !== file.writingHash;
  if (!isOutside || (settlement?.choice === 'mine' && settlement.version === look.version)) {
    if (own.bytes === null)
      return show(document, file, { kind: 'unencodable', encoding: format.encoding, letters: own.letters });
    await write(parts, file, own.bytes, ownHash!, look);
    await inStep({ baseHash: ownHash! });
    return settlement?.choice === 'reopen' ? syncOnce(parts, document, file, { settlement }) : { kind: 'in-step' };
  }
  if (isPatient && !settlement && Math.abs(Date.now() - look.modifiedAt.getTime()) < settledAfterMs) return notSettled;
  const theirs = look.bytes && readFileText(look.bytes, format.encoding);
  const isUnedited = ownHash === file.baseHash;
  if (theirs && (isUnedited || (settlement?.choice === 'theirs' && settlement.version === look.version)))
    return take(theirs, look.version);
  return show(document, file, { kind: 'conflict', version: look.version, isText: theirs !== null });
}

/** The text of bytes in an encoding that a person has chosen. @throws GromaError TEXT_ENCODING_WRONG */
function reread(bytes: Uint8Array, encoding: LegacyEncoding): DecodedText {
  const text = readFileTextAs(bytes, encoding);
  if (!text) throw new GromaError('TEXT_ENCODING_WRONG', { encoding: encodingLabel(encoding) });
  return text;
}

async function write(
  { files, records }: SyncParts,
  file: EditedFile,
  bytes: Uint8Array,
  hash: string,
  look: DiskLook | undefined,
): Promise<void> {
  file.writingHash = hash;
  await records.change(file.id, { writingHash: hash });
  await files.write(
    file.projectId,
    file.path,
    Readable.from([Buffer.from(bytes)]),
    look ? { replace: true, expected: look } : {},
  );
}

function show(document: LiveDocument, file: EditedFile, status: FileStatus): FileStatus {
  document.transact((doc) => {
    setFilePath(doc, file.path);
    setFileStatus(doc, status);
  });
  return status;
}
