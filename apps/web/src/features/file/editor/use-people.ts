import { presenceColor } from '@groma/ui';
import { useEffect, useState } from 'react';
import type { Awareness } from 'y-protocols/awareness';

export interface Person {
  id: string;
  name: string;
}

interface Shown {
  user?: { id?: unknown; name?: unknown };
}

/** The others who have the file open, each once, by name. */
export function othersOf(states: ReadonlyMap<number, unknown>, ownId: string): Person[] {
  const people = new Map<string, Person>();
  for (const state of states.values()) {
    const { id, name } = (state as Shown | null)?.user ?? {};
    if (typeof id === 'string' && typeof name === 'string' && id !== ownId) people.set(id, { id, name });
  }
  return [...people.values()].toSorted((first, second) => first.name.localeCompare(second.name));
}

/** Says who one is, with the colour of one's cursor (FIL-083), and tells who else is here. */
export function usePeople(awareness: Awareness, own: Person): readonly Person[] {
  const [people, setPeople] = useState<readonly Person[]>([]);
  const { id, name } = own;
  useEffect(() => {
    const { hex } = presenceColor(id);
    awareness.setLocalStateField('user', { id, name, color: hex, colorLight: `${hex}33` });
    const update = () => {
      const found = othersOf(awareness.getStates(), id);
      setPeople((before) => (JSON.stringify(before) === JSON.stringify(found) ? before : found));
    };
    update();
    awareness.on('change', update);
    return () => {
      awareness.off('change', update);
    };
  }, [awareness, id, name]);
  return people;
}
