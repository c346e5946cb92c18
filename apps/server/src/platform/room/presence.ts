import { addressFor } from '../access/project-access.ts';
import { Frame } from './frame.ts';
import type { Visit } from './room.ts';

/** Tells all visitors who is here: each what they may know of the addresses. The frame is made once for all who may know the same. */
export function sendPresence<Person extends { email: string }>(
  visits: Iterable<Visit>,
  people: readonly Person[],
  wrap: (people: Person[]) => object,
): void {
  const frames = new Map<boolean, Frame>();
  for (const visit of visits) {
    const { standing } = visit;
    const frame =
      frames.get(standing.isPasserby) ??
      new Frame(
        JSON.stringify(wrap(people.map((person) => ({ ...person, email: addressFor(standing, person.email) })))),
      );
    frames.set(standing.isPasserby, frame);
    visit.send(frame);
  }
}
