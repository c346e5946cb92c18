import { SearchIcon, TextField } from '@groma/ui';
import { useState, type ReactNode } from 'react';
import { useText } from '../text.ts';

/** From so many people on, a list of them can be searched. */
const manyPeople = 9;

/** Narrows a list of people to those whose texts hold what is typed; few people need no field for it. */
export function usePeopleFilter<Person>(
  people: readonly Person[],
  textsOf: (person: Person) => readonly string[],
): { shown: readonly Person[]; field: ReactNode } {
  const t = useText();
  const [typed, setTyped] = useState('');
  if (people.length < manyPeople) return { shown: people, field: null };
  const wanted = typed.trim().toLocaleLowerCase();
  const shown = people.filter((person) => textsOf(person).some((text) => text.toLocaleLowerCase().includes(wanted)));
  const field = (
    <TextField
      type="search"
      aria-label={t('access.findPerson')}
      placeholder={t('access.findPerson')}
      icon={<SearchIcon />}
      value={typed}
      hint={shown.length === 0 ? t('access.nobodyFound') : undefined}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
  return { shown, field };
}
