import { addressFor } from '../access/standing.ts';
import type { Visit } from './room.ts';

/** Tells all visitors who is here: each what they may know of the addresses. The text is made once for all who may know the same. */
export function sendPresence<Person extends { email: string }>(visits: Iterable<Visit>, people: readonly Person[], wrap: (people: Person[]) => object): void {
  const texts = new Map<boolean, string>();
  for (const visit of visits) {
    const { standing } = visit;
    const text = texts.get(standing.isPasserby) ?? JSON.stringify(wrap(people.map((person) => ({ ...person, email: addressFor(standing, person.email) }))));
    texts.set(standing.isPasserby, text);
    visit.send(text);
  }
}
