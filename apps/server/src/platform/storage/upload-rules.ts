import { GromaError } from '@groma/model';
import type { UploadSession } from './upload-store.ts';

/** Bytes of the largest chunk that is taken; `limit.uploadChunkBytes` is what our own client sends. */
export const largestChunk = 64 * 1024 * 1024;

/** @throws GromaError BAD_INPUT when the total of a session is another one. */
export function requireTotal({ total }: UploadSession, said: number): void {
  if (total !== undefined && total !== said)
    throw new GromaError('BAD_INPUT', { detail: `Content-Range: the total was ${total} before and is ${said} now` });
}

export function tooLong(expected: number): GromaError {
  return new GromaError('BAD_INPUT', { detail: `The chunk is longer than its range of ${expected} bytes.` });
}

export function tooShort(came: number, expected: number): GromaError {
  return new GromaError('BAD_INPUT', { detail: `The chunk has ${came} bytes and its range says ${expected}.` });
}
