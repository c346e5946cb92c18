import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';

/**
 * What crosses the socket of a live document, in both directions, as binary frames: one kind byte, then its fields.
 * "n" counts the updates a client sends over one connection; "seq" counts the updates of a document that are on disk.
 */
export type LiveMessage =
  /**
   * Server, first: the document's generation, the connection's id, whose it is and whether they may write, and what the
   * server has.
   */
  | {
      kind: 'welcome';
      generation: string;
      connectionId: string;
      userId: string;
      canWrite: boolean;
      stateVector: Uint8Array;
    }
  /** Client, in answer: what it has, so that the server can send the rest. */
  | { kind: 'ask'; stateVector: Uint8Array }
  /** Server, in answer to `ask`: everything the client lacks; the document is in step after it. */
  | { kind: 'rest'; update: Uint8Array }
  /** Client: an edit. */
  | { kind: 'edit'; n: number; update: Uint8Array }
  /** Server: edit `n` of this connection is on disk as `seq`. */
  | { kind: 'saved'; n: number; seq: number }
  /** Server: edit `n` of this connection was not taken. */
  | { kind: 'refused'; n: number; code: string }
  /** Server: someone's edit. */
  | { kind: 'update'; update: Uint8Array }
  /** Both: cursors and names (y-protocols awareness). */
  | { kind: 'awareness'; update: Uint8Array };

const kinds = ['welcome', 'ask', 'rest', 'edit', 'saved', 'refused', 'update', 'awareness'] as const;

/** Writes a message of a live document as the bytes that `decodeLiveMessage` reads. */
export function encodeLiveMessage(message: LiveMessage): Uint8Array<ArrayBuffer> {
  return encoding.encode((encoder) => {
    encoding.writeVarUint(encoder, kinds.indexOf(message.kind));
    switch (message.kind) {
      case 'welcome':
        encoding.writeVarString(encoder, message.generation);
        encoding.writeVarString(encoder, message.connectionId);
        encoding.writeVarString(encoder, message.userId);
        encoding.writeUint8(encoder, message.canWrite ? 1 : 0);
        encoding.writeVarUint8Array(encoder, message.stateVector);
        return;
      case 'ask':
        encoding.writeVarUint8Array(encoder, message.stateVector);
        return;
      case 'edit':
        encoding.writeVarUint(encoder, message.n);
        encoding.writeVarUint8Array(encoder, message.update);
        return;
      case 'saved':
        encoding.writeVarUint(encoder, message.n);
        encoding.writeVarUint(encoder, message.seq);
        return;
      case 'refused':
        encoding.writeVarUint(encoder, message.n);
        encoding.writeVarString(encoder, message.code);
        return;
      default:
        encoding.writeVarUint8Array(encoder, message.update);
    }
  }) as Uint8Array<ArrayBuffer>;
}

/** @throws Error when the bytes are not a message. */
export function decodeLiveMessage(bytes: Uint8Array): LiveMessage {
  const decoder = decoding.createDecoder(bytes);
  const kind = kinds[decoding.readVarUint(decoder)];
  switch (kind) {
    case 'welcome':
      return {
        kind,
        generation: decoding.readVarString(decoder),
        connectionId: decoding.readVarString(decoder),
        userId: decoding.readVarString(decoder),
        canWrite: decoding.readUint8(decoder) === 1,
        stateVector: decoding.readVarUint8Array(decoder),
      };
    case 'ask':
      return { kind, stateVector: decoding.readVarUint8Array(decoder) };
    case 'edit':
      return { kind, n: decoding.readVarUint(decoder), update: decoding.readVarUint8Array(decoder) };
    case 'saved':
      return { kind, n: decoding.readVarUint(decoder), seq: decoding.readVarUint(decoder) };
    case 'refused':
      return { kind, n: decoding.readVarUint(decoder), code: decoding.readVarString(decoder) };
    case 'rest':
    case 'update':
    case 'awareness':
      return { kind, update: decoding.readVarUint8Array(decoder) };
    default:
      throw new Error('This is not a message of a live document.');
  }
}
