/** What tells one content of an address from the next: its length, and what the server calls it. */
export interface AddressVersion {
  size: number;
  etag: string | null;
  modified: string | null;
}

/** The file behind an address, or a file of a project, is another one than the task was given for. */
export class FileChanged extends Error {
  constructor() {
    super('The file was changed while it was read.');
    this.name = 'FileChanged';
  }
}

/** The version that an answer with a part of a file is of; null when the server does not say how long the file is. */
export function versionOf({ headers }: Response): AddressVersion | null {
  const size = Number(/^bytes \d+-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1] ?? NaN);
  // Weak or not, it is the same content for whoever compares names.
  return Number.isSafeInteger(size)
    ? { size, etag: headers.get('etag')?.replace(/^W\//, '') ?? null, modified: headers.get('last-modified') }
    : null;
}

/** Whether two answers are of the same content, as far as both of them say. */
export function isSameVersion(one: AddressVersion, other: AddressVersion): boolean {
  if (one.size !== other.size) return false;
  if (one.etag !== null && other.etag !== null) return one.etag === other.etag;
  return one.modified === null || other.modified === null || one.modified === other.modified;
}
