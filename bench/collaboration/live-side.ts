/** A server under test, as the people of the benchmark speak with it. */
export interface LiveSide {
  processId: number;
  /** Makes an empty document and tells its name. */
  makeDocument(): Promise<string>;
  connect(document: string): { url: string; headers: Record<string, string> };
  /** What a client says first, and after that in answer to the first message. */
  greetings(document: string): Uint8Array[];
  edit(document: string, n: number, update: Uint8Array): Uint8Array;
  /**
   * The number of the edit that a message acknowledges, -1 when it acknowledges none. Hocuspocus numbers nothing: each
   * counts for the next.
   */
  acknowledges(message: Buffer, document: string): number;
  /** All words of the document, from a connection of its own. */
  read(document: string): Promise<string[]>;
  stop(): Promise<void>;
}
