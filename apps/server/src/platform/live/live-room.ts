import { randomUUID } from 'node:crypto';
import * as Y from 'yjs';
import { GromaError, limit, type ProjectAction, type ProjectId, type ProjectSubject } from '@groma/model';
import { closeForGood, decodeLiveMessage, encodeLiveMessage, type LiveMessage } from '@groma/protocol';
import { isPaidFor, mayNow } from '../access/project-access.ts';
import type { Log } from '../log.ts';
import type { Frame } from '../room/frame.ts';
import type { Room, RoomConnection } from '../room/room.ts';
import { readAwareness } from './awareness-message.ts';
import type { EditLane } from './edit-gate.ts';
import type { Listener } from './listener.ts';
import { DocumentAbandoned, type LiveDocument } from './live-document.ts';
import type { LiveDocuments } from './live-documents.ts';
import { ClientAwareness } from './client-awareness.ts';

interface LiveRoomParts {
  party: string;
  subject: ProjectSubject;
  /** Ability that lets a person write; null where the server alone does, and nobody's cursor is shown. */
  writeAction: ProjectAction | null;
  projectOf(id: string): Promise<ProjectId>;
  /** Id of the live document behind a room's id. */
  documentOf(id: string): string;
  documents: LiveDocuments;
  log: Log;
  /** Brings a document of an earlier version up to date, and does nothing to any other. */
  upgrade?: (doc: Y.Doc) => void;
  /** Told when an edit of a person is on disk. */
  onEdited?: (id: string) => void;
}

/** Times one connection may ask for the whole document. */
const mostAsks = 3;
/** Bytes of what someone shows of themselves who may not write; what is longer is not shown. */
const readerAwarenessBytes = 4 * 1024;

/** The room in which one live document is read and edited together. */
export function liveRoom(parts: LiveRoomParts): Room {
  return {
    party: parts.party,
    subject: parts.subject,
    action: 'read',
    projectOf: (id) => parts.projectOf(id),
    async enter(connection) {
      const { document, release } = await parts.documents.open(parts.documentOf(connection.id));
      // Where it could not be written, the next one to come tries again.
      if (parts.upgrade && !document.isAbandoned && !parts.documents.isShortOfSpace) document.transact(parts.upgrade);
      const client = new LiveClient(connection, document, parts);
      connection.onMessage((data) => {
        client.receive(data);
      });
      connection.onLeave(() => {
        client.leave(release);
      });
    },
  };
}

/** One connection to a live document. */
class LiveClient implements Listener {
  readonly userId: string;
  readonly #connection: RoomConnection;
  readonly #document: LiveDocument;
  readonly #canWrite: boolean;
  readonly #parts: LiveRoomParts;
  readonly #awareness: ClientAwareness;
  readonly #lane: EditLane;
  #asks = 0;

  constructor(connection: RoomConnection, document: LiveDocument, parts: LiveRoomParts) {
    this.userId = connection.user.id;
    this.#connection = connection;
    this.#document = document;
    this.#canWrite = parts.writeAction !== null && mayNow(connection.projectAccess, parts.writeAction, parts.subject);
    this.#parts = parts;
    this.#awareness = new ClientAwareness(document, this, connection.user);
    this.#lane = parts.documents.gate.open((isHeld) => {
      connection.hold(isHeld);
    });
    document.listeners.add(this);
    this.#tell({
      kind: 'welcome',
      generation: document.generation,
      connectionId: randomUUID(),
      userId: this.userId,
      canWrite: this.#canWrite,
      stateVector: Y.encodeStateVector(document.doc),
    });
  }

  send(frame: Frame): void {
    this.#connection.send(frame);
  }

  get isBehind(): boolean {
    return this.#connection.isBehind;
  }

  /** `release` is called when the last edit that had come is on disk. */
  leave(release: () => void): void {
    this.#awareness.close();
    this.#document.leave(this);
    this.#lane.whenEmpty(release);
  }

  dismiss(): void {
    this.#connection.close(1011, 'INTERNAL');
  }

  receive(data: Buffer): void {
    try {
      this.#handle(decodeLiveMessage(data));
    } catch (error) {
      this.#refuse(error);
    }
  }

  #refuse(error: unknown): void {
    if (error instanceof DocumentAbandoned) return this.dismiss();
    this.#parts.log.info('A live connection sent what cannot be read.', { error });
    this.#connection.close(closeForGood, 'BAD_INPUT');
  }

  #tell(message: LiveMessage): void {
    this.#connection.send(encodeLiveMessage(message));
  }

  #handle(message: LiveMessage): void {
    switch (message.kind) {
      case 'ask':
        return void this.#answer(message.stateVector).catch((error: unknown) => {
          this.#refuse(error);
        });
      case 'edit':
        return this.#lane.push(message.update.byteLength, () => this.#edit(message.n, message.update));
      case 'awareness':
        return this.#share(message.update);
      default:
    }
  }

  /** What is on its way to the disk is told when it is there: a page forgets its kept copy of what it finds here. */
  async #answer(stateVector: Uint8Array): Promise<void> {
    this.#asks += 1;
    if (this.#asks > mostAsks) throw new Error('It asks too often.');
    const update = Y.encodeStateAsUpdate(this.#document.doc, stateVector);
    await this.#document.whenSaved();
    this.#tell({ kind: 'rest', update });
    const awareness = this.#document.awarenessOfAll();
    if (awareness) this.#tell({ kind: 'awareness', update: awareness });
  }

  async #edit(n: number, update: Uint8Array): Promise<void> {
    const { writeAction } = this.#parts;
    // Whoever was sent away while an edit waited may have no right to it any more; one who may keeps it and comes back.
    if (this.#connection.isSentAway) return;
    if (writeAction !== null && !isPaidFor(this.#connection.projectAccess, writeAction))
      return this.#tell({ kind: 'refused', n, code: 'PLAN_EXPIRED' });
    if (!this.#canWrite) return this.#tell({ kind: 'refused', n, code: 'FORBIDDEN' });
    if (update.byteLength > limit.documentUpdateBytes) return this.#tell({ kind: 'refused', n, code: 'TOO_LARGE' });
    // Before anybody is shown it: what can't be written must not be in memory. The page keeps it and sends it again.
    if (this.#parts.documents.isShortOfSpace) return this.#tell({ kind: 'refused', n, code: 'DISK_FULL' });
    try {
      const seq = await this.#document.receive(update, this);
      this.#tell({ kind: 'saved', n, seq });
      this.#parts.onEdited?.(this.#connection.id);
    } catch (error) {
      if (error instanceof GromaError && error.status < 500)
        return this.#tell({ kind: 'refused', n, code: error.code });
      this.#parts.log.error('An edit was not saved.', { document: this.#document.id, error });
      // The client keeps the edit and sends it again when it is back.
      this.dismiss();
    }
  }

  #share(update: Uint8Array): void {
    if (this.#parts.writeAction === null) return;
    const entries = readAwareness(update);
    if (this.#canWrite || update.byteLength <= readerAwarenessBytes) this.#awareness.take(entries);
  }
}
