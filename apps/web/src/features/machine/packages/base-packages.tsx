import type { PackagesReply } from '@groma/protocol';
import { ChevronRightIcon, SearchIcon, TextField, Truncated } from '@groma/ui';
import { useState } from 'react';
import { useText } from '../../../platform/text.ts';

/** The packages that every project has, with a search. */
export function BasePackages({ base, python }: Pick<PackagesReply, 'base' | 'python'>) {
  const t = useText();
  const [words, setWords] = useState('');
  const found = base.filter(({ name }) => name.toLowerCase().includes(words.trim().toLowerCase()));
  return (
    <details className="packages-part">
      <summary>
        <ChevronRightIcon size={14} />
        {t('packages.base')}
        <span className="packages-note">Python {python}</span>
      </summary>
      <TextField
        type="search"
        aria-label={t('packages.search')}
        placeholder={t('packages.search')}
        icon={<SearchIcon size={14} />}
        value={words}
        onChange={(event) => {
          setWords(event.currentTarget.value);
        }}
      />
      {found.length === 0 && <p className="packages-note">{t('packages.noMatch')}</p>}
      <ul>
        {found.map(({ name, version }) => (
          <li key={name}>
            <Truncated text={name} />
            <span className="packages-version">{version}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
