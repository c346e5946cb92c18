import { closeForGood } from '@groma/protocol';
import type { ErrorCode, OwnedNoun, ProjectSubject } from '@groma/model';
import type * as Y from 'yjs';
import type { Platform } from '../platform.ts';
import type { Room, RoomConnection } from '../room/room.ts';
import { liveRoom } from './live-room.ts';

/** Edits of a document note the time in its record at most this often. */
const touchPauseMs = 5_000;

interface DocumentRoomParts<Change> {
  party: string;
  noun: OwnedNoun & ProjectSubject;
  /** Topic of the bus that tells what is deleted. */
  goneTopic: string;
  /** Ids of what was deleted, of such a message. */
  goneIn(change: Change): readonly string[];
  /** What people are sent out with when their document is deleted. */
  goneCode: ErrorCode;
  /** Notes in the record that the document was edited. */
  touch(id: string): Promise<void>;
  onEdited?(id: string): void;
  /** Brings a document of an earlier version up to date. */
  upgrade?(doc: Y.Doc): void;
  /** Id of the document, where it is not that of the room. */
  documentOf?(id: string): string;
  /** Makes the document where it is made when the first person comes. @throws GromaError */
  ensure?(id: string): Promise<void>;
}

/** The `goneIn` of a list whose messages name what was deleted. */
export function deletedIn({ deletedIds = [] }: { deletedIds?: string[] }): readonly string[] {
  return deletedIds;
}

/**
 * The room in which documents are edited together. When one is deleted its people are sent out. `tell` says something
 * beside the document to those who are there; who reads slowly may miss it.
 */
export function createDocumentRoom<Change>(
  { access, documents, log, bus }: Platform,
  {
    party,
    noun,
    goneTopic,
    goneIn,
    goneCode,
    touch,
    onEdited,
    upgrade,
    documentOf = (id) => id,
    ensure,
  }: DocumentRoomParts<Change>,
): { room: Room; close: () => void; tell: (id: string, text: string) => void } {
  const connections = new Map<string, Set<RoomConnection>>();
  const touches = new Map<string, NodeJS.Timeout>();
  const live = liveRoom({
    party,
    subject: noun,
    writeAction: 'update',
    documents,
    log,
    projectOf: (id) => access.projectOf(noun, id),
    documentOf,
    ...(upgrade && { upgrade }),
    onEdited(id) {
      onEdited?.(id);
      if (touches.has(id)) return;
      void touch(id).catch((error: unknown) => {
        log.error('The time of an edit was not noted.', { id, error });
      });
      touches.set(
        id,
        setTimeout(() => {
          touches.delete(id);
        }, touchPauseMs).unref(),
      );
    },
  });
  bus.subscribe(goneTopic, (change: Change) => {
    for (const id of goneIn(change))
      for (const connection of connections.get(id) ?? []) connection.close(closeForGood, goneCode);
  });
  const room: Room = {
    ...live,
    async enter(connection) {
      const present = connections.get(connection.id) ?? new Set();
      connections.set(connection.id, present.add(connection));
      connection.onLeave(() => {
        present.delete(connection);
        if (present.size === 0 && connections.get(connection.id) === present) connections.delete(connection.id);
      });
      await ensure?.(connection.id);
      await live.enter(connection);
    },
  };
  return {
    room,
    tell(id, text) {
      for (const connection of connections.get(id) ?? []) if (!connection.isBehind) connection.send(text);
    },
    close: () => {
      for (const timer of touches.values()) clearTimeout(timer);
    },
  };
}
