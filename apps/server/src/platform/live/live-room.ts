import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import * as Y from 'yjs';
import { canInProject, limit, type ProjectAction, type ProjectId, type ProjectSubject } from '@groma/model';
import { closeForGood, decodeLiveMessage, encodeLiveMessage, type LiveMessage } from '@groma/protocol';
import * as decoding from 'lib0/decoding';
import type { Log } from '../log.ts';
import type { Room, Visit } from '../room/room.ts';
import type { LiveDocument, Listener } from './live-document.ts';
import type { LiveDocuments } from './live-documents.ts';

interface LiveRoomParts {
  party: string;
  subject: ProjectSubject;
  /** Ability that lets a person write. */
  writeAction: ProjectAction;
  projectOf(id: string): Promise<ProjectId>;
  /** Id of the live document behind a room's id. */
  documentOf(id: string): string;
  documents: LiveDocuments;
  log: Log;
  /** Told when an edit of a person is on disk. */
  onEdited?: (id: string) => void;
}

/** Bytes that may wait for a slow reader before it is sent away to come back in step. */
const slowReaderBytes = 64 * 1024 * 1024;

/** The room in which one live document is read and edited together. */
export function liveRoom(parts: LiveRoomParts): Room {
  return {
    party: parts.party, subject: parts.subject, action: 'read', projectOf: (id) => parts.projectOf(id),
    async enter(visit) {
      const { document, release } = await parts.documents.open(parts.documentOf(visit.id));
      const seat = new Seat(visit, document, canInProject(visit.standing.role, parts.writeAction, parts.subject), parts);
      visit.socket.on('message', (data: Buffer) => { seat.receive(data); });
      visit.socket.on('close', () => {
        seat.leave();
        release();
      });
      if (visit.socket.readyState !== visit.socket.OPEN) release();
    },
  };
}

/** One connection to a live document. */
class Seat implements Listener {
  readonly userId: string;
  readonly #socket: WebSocket;
  readonly #visit: Visit;
  readonly #document: LiveDocument;
  readonly #canWrite: boolean;
  readonly #parts: LiveRoomParts;

  constructor(visit: Visit, document: LiveDocument, canWrite: boolean, parts: LiveRoomParts) {
    this.#socket = visit.socket;
    this.#visit = visit;
    this.#document = document;
    this.#canWrite = canWrite;
    this.#parts = parts;
    this.userId = visit.user.id;
    document.listeners.add(this);
    this.#tell({ kind: 'welcome', generation: document.generation, connectionId: randomUUID(), canWrite, stateVector: Y.encodeStateVector(document.doc) });
  }

  send(message: Uint8Array): void {
    if (this.#socket.bufferedAmount > slowReaderBytes) this.#socket.terminate();
    else this.#socket.send(message);
  }

  receive(data: Buffer): void {
    try {
      this.#handle(decodeLiveMessage(data));
    } catch (error) {
      this.#parts.log.info('A live connection sent what cannot be read.', { error });
      this.#socket.close(closeForGood, 'BAD_INPUT');
    }
  }

  leave(): void {
    this.#document.leave(this);
  }

  #tell(message: LiveMessage): void {
    this.send(encodeLiveMessage(message));
  }

  #handle(message: LiveMessage): void {
    switch (message.kind) {
      case 'ask': {
        this.#tell({ kind: 'rest', update: Y.encodeStateAsUpdate(this.#document.doc, message.stateVector) });
        const awareness = this.#document.awarenessOfAll();
        if (awareness) this.#tell({ kind: 'awareness', update: awareness });
        return;
      }
      case 'edit': return void this.#edit(message.n, message.update);
      case 'awareness': return this.#awareness(message.update);
      default:
    }
  }

  async #edit(n: number, update: Uint8Array): Promise<void> {
    if (!this.#canWrite) return this.#tell({ kind: 'refused', n, code: 'FORBIDDEN' });
    if (update.byteLength > limit.documentUpdateBytes) return this.#tell({ kind: 'refused', n, code: 'TOO_LARGE' });
    try {
      const seq = await this.#document.receive(update, this);
      this.#tell({ kind: 'saved', n, seq });
      this.#parts.onEdited?.(this.#visit.id);
    } catch (error) {
      this.#parts.log.error('An edit was not saved.', { document: this.#document.id, error });
      // The client keeps the edit and sends it again when it is back.
      this.#socket.close(1011, 'INTERNAL');
    }
  }

  /** A person speaks for their own cursors only: a message that speaks for somebody else's is dropped. */
  #awareness(update: Uint8Array): void {
    const clients = clientsOf(update);
    const { speakers } = this.#document;
    if (clients.some((client) => (speakers.get(client)?.userId ?? this.userId) !== this.userId)) return;
    for (const client of clients) speakers.set(client, this);
    this.#document.receiveAwareness(update, this);
  }
}

/** Client ids that an awareness message speaks of (format of y-protocols: count, then id, clock, JSON state each). */
function clientsOf(update: Uint8Array): number[] {
  const decoder = decoding.createDecoder(update);
  return Array.from({ length: decoding.readVarUint(decoder) }, () => {
    const client = decoding.readVarUint(decoder);
    decoding.readVarUint(decoder);
    decoding.readVarString(decoder);
    return client;
  });
}
