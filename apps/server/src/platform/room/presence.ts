import { addressFor } from '../access/project-access.ts';
import { Frame } from './frame.ts';
import type { RoomConnection } from './room.ts';

/**
 * Tells all visitors who is here: each what they may know of the addresses. The frame is made once for all who may know
 * the same.
 */
export function sendPresence<Person extends { email: string }>(
  connections: Iterable<RoomConnection>,
  people: readonly Person[],
  wrap: (people: Person[]) => object,
): void {
  const frames = new Map<boolean, Frame>();
  for (const connection of connections) {
    const { projectAccess } = connection;
    const frame =
      frames.get(projectAccess.isPasserby) ??
      new Frame(
        JSON.stringify(wrap(people.map((person) => ({ ...person, email: addressFor(projectAccess, person.email) })))),
      );
    frames.set(projectAccess.isPasserby, frame);
    connection.send(frame);
  }
}
