/** An answer that anyone may have, as it is kept and sent. */
export interface KeptAnswer {
  headers: Readonly<Record<string, string>>;
  plain: Buffer;
  /** Null for types that are packed already, such as pictures. */
  zipped: Buffer | null;
  etag: string;
  /** Where who is signed in is shown something else by the same address. */
  isForNobody: boolean;
}
