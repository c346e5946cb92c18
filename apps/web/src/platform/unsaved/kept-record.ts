/** Work that the server has not confirmed, as this browser's storage (IndexedDB) keeps it. */
export interface KeptRecord {
  id: string;
  /** Whose it is: nobody else who signs in in this browser sees it or sends it. */
  person: string;
  projectId: string;
  /** Path of the room it belongs to. */
  place: string;
  /** What people call the thing it belongs to; empty where that was not known. */
  title: string;
  /** What people are shown of it where the work itself says little. */
  text?: string;
  /** The connection that made it. */
  holder: string;
  /** Milliseconds since 1970, and the order among those of one holder. */
  madeAt: number;
  order: number;
  /** Of the document; empty for maps. */
  generation: string;
  /** A Yjs update, or a change of a map as it is posted. */
  work: Uint8Array | Record<string, unknown>;
  /** Why it cannot be merged; null while it may be. */
  code: string | null;
}
