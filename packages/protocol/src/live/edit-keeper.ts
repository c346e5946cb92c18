/** An edit of a live document that an earlier visit made and the server never confirmed. */
export interface KeptEdit {
  id: string;
  update: Uint8Array;
}

/**
 * Keeps the edits of one live document outside the page's memory until the server has them on disk, so that a reload
 * or a crash of the page during an outage loses nothing. A keeper belongs to one person and one connection.
 */
export interface EditKeeper {
  /** Keeps an edit. @throws when this browser cannot keep it, for example because its storage is full. */
  keep(id: string, generation: string, update: Uint8Array): Promise<void>;
  /** Drops edits that are on the server's disk. */
  forget(ids: readonly string[]): void;
  /**
   * Lists edits as impossible to merge, with the error code that says why. They stay until the person discards them.
   */
  setAside(ids: readonly string[], code: string): void;
  /** Takes over the edits of visits that are over, oldest first. Edits of another generation are set aside instead. */
  adopt(generation: string): Promise<KeptEdit[]>;
  /** The connection is closed: what is still kept is for the next visit. */
  close(): void;
}
