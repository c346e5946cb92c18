import type { Frame } from '../room/frame.ts';

/** Someone who is told of edits: a socket. */
export interface Listener {
  readonly userId: string;
  /** It reads too slowly to be sent what is not lasting, such as cursors. */
  readonly isBehind?: boolean;
  send(frame: Frame): void;
  /** The document in memory can no longer be trusted: come back to a fresh one. */
  dismiss(): void;
}
