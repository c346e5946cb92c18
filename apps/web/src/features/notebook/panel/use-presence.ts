import { useEffect, useState } from 'react';
import type { Awareness } from 'y-protocols/awareness';

export interface Person {
  id: string;
  name: string;
}

/** The others who have the notebook open, each once however many tabs they have; by name, so that nobody jumps. */
export function presentPeople(states: ReadonlyMap<number, unknown>, ownClient: number): Person[] {
  const people = new Map<string, Person>();
  const own = userOf(states.get(ownClient));
  for (const [client, state] of states) {
    const user = userOf(state);
    if (user && client !== ownClient && user.id !== own?.id) people.set(user.id, user);
  }
  return [...people.values()].toSorted((first, second) => first.name.localeCompare(second.name));
}

function userOf(state: unknown): Person | null {
  const user = (state as { user?: { id?: unknown; name?: unknown } } | undefined)?.user;
  return typeof user?.id === 'string' && typeof user.name === 'string' ? { id: user.id, name: user.name } : null;
}

export function usePresence(awareness: Awareness): readonly Person[] {
  const [people, setPeople] = useState<readonly Person[]>([]);
  useEffect(() => {
    const update = () => {
      const found = presentPeople(awareness.getStates(), awareness.clientID);
      setPeople((before) => (sameIds(before, found) ? before : found));
    };
    update();
    awareness.on('change', update);
    return () => awareness.off('change', update);
  }, [awareness]);
  return people;
}

function sameIds(before: readonly Person[], after: readonly Person[]): boolean {
  return (
    before.length === after.length &&
    before.every(({ id, name }, index) => after[index]?.id === id && after[index].name === name)
  );
}
