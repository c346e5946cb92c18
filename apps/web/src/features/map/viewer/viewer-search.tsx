import { SearchIcon, Spinner, TextField, Truncated, useDebouncedValue } from '@groma/ui';
import { useEffect, useState } from 'react';
import { useText } from '../../../platform/text.ts';
import type { StillMap } from '../session/still-map.ts';
import { findFeatures, type FoundFeature } from './find-features.ts';

const restMs = 250;
const leastLetters = 2;

type Search = { text: string; found: readonly FoundFeature[]; failure: string | null };

/** Finds features of the layers that are on by what stands in their columns. */
export function ViewerSearch({ map, onFound }: { map: StillMap; onFound: (found: FoundFeature) => void }) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), restMs);
  const isAsked = text.length >= leastLetters;
  const [search, setSearch] = useState<Search | null>(null);
  useEffect(() => {
    if (!isAsked) return undefined;
    let isGone = false;
    const show = (result: Omit<Search, 'text'>) => {
      if (!isGone) setSearch({ text, ...result });
    };
    findFeatures(map, text).then(
      (found) => show({ found, failure: null }),
      (error: unknown) => show({ found: [], failure: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      isGone = true;
    };
  }, [map, text, isAsked]);
  const shown = isAsked && search?.text === text ? search : null;
  return (
    <div className="viewer-search">
      <TextField
        size="s"
        type="search"
        autoFocus
        aria-label={t('viewer.search')}
        placeholder={t('viewer.searchHint')}
        icon={<SearchIcon size={14} />}
        rightSection={isAsked && !shown ? <Spinner label={t('viewer.searching')} /> : undefined}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {shown && shown.found.length > 0 && (
        <ul aria-label={t('viewer.search')}>
          {shown.found.map((one) => (
            <li key={`${one.layerId} ${one.fid}`}>
              <button type="button" onClick={() => onFound(one)}>
                <Truncated text={one.title} />
                <small dir="auto">
                  <Truncated text={[one.layer, one.column].filter(Boolean).join(' · ')} />
                </small>
              </button>
            </li>
          ))}
        </ul>
      )}
      {shown && shown.found.length === 0 && (
        <p role="status">{shown.failure ?? t('viewer.nothingFound', { query: text })}</p>
      )}
    </div>
  );
}
