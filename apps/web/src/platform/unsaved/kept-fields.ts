import { useState } from 'react';
import { useKeptText } from './kept-text.ts';

/**
 * The fields of a form that is not sent as it is filled in, kept as `useKeptText` keeps words: through a call that
 * fails and a reload. Those that `isSecret` names are never written down. `forget` empties the form, once it is sent or
 * given up.
 */
export function useKeptFields<Fields extends object>(
  place: string,
  first: Fields,
  isSecret: (name: string, value: unknown) => boolean = () => false,
): [fields: Fields, change: (change: Partial<Fields>) => void, forget: () => void] {
  const [text, setText] = useKeptText(place);
  const [hidden, setHidden] = useState<Partial<Fields>>({});
  const fields: Fields = { ...first, ...likeThose(first, text), ...hidden };
  const change = (part: Partial<Fields>): void => {
    const entries: [string, unknown][] = Object.entries({ ...fields, ...part });
    setHidden(Object.fromEntries(entries.filter((entry) => isSecret(...entry))) as Partial<Fields>);
    setText(JSON.stringify(Object.fromEntries(entries.filter((entry) => !isSecret(...entry)))));
  };
  const forget = (): void => {
    setHidden({});
    setText(null);
  };
  return [fields, change, forget];
}

/** What is kept of a form, as far as the form still has such fields. */
function likeThose<Fields extends object>(first: Fields, text: string | null): Partial<Fields> {
  if (text === null) return {};
  try {
    const found = JSON.parse(text) as unknown;
    if (typeof found !== 'object' || found === null) return {};
    return Object.fromEntries(Object.entries(found).filter(([name]) => Object.hasOwn(first, name))) as Partial<Fields>;
  } catch {
    return {};
  }
}
