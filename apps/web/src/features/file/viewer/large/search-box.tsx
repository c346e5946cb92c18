import { ArrowDownIcon, ArrowUpIcon, IconButton, ProgressBar, TextField, TypographyIcon } from '@groma/ui';
import type { Ref } from 'react';
import { useText } from '../../../../platform/text.ts';
import type { LineSearch } from './use-line-search.ts';

interface SearchBoxProps {
  word: string;
  onWord: (word: string) => void;
  matchCase: boolean;
  onMatchCase: (matchCase: boolean) => void;
  search: LineSearch;
  /** Which of the found rows is the present one; -1 before the first step. */
  present: number;
  onStep: (by: 1 | -1) => void;
  ref?: Ref<HTMLInputElement>;
}

/** Search with the count of what was found, progress, and steps from one to the next. */
export function SearchBox({ word, onWord, matchCase, onMatchCase, search, present, onStep, ref }: SearchBoxProps) {
  const t = useText();
  return (
    <div className="line-search" role="search">
      <TextField
        ref={ref}
        size="s"
        aria-label={t('file.viewer.search')}
        placeholder={t('file.viewer.search')}
        value={word}
        onChange={(event) => onWord(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1);
          else if (event.key === 'Escape') onWord('');
        }}
      />
      <span className="line-search-count" role="status">
        {word === ''
          ? ''
          : search.count === 0
            ? search.isDone
              ? t('file.viewer.notFound')
              : t('file.viewer.searching')
            : present < 0
              ? t('file.viewer.foundRows', { count: search.count })
              : t('file.viewer.foundAt', { n: present + 1, all: search.count })}
      </span>
      {!search.isDone && word !== '' && (
        <div className="viewer-progress">
          <ProgressBar value={search.percent} label={t('file.viewer.searching')} />
        </div>
      )}
      <IconButton
        size="s"
        label={t('file.viewer.matchCase')}
        icon={<TypographyIcon />}
        active={matchCase}
        onClick={() => onMatchCase(!matchCase)}
      />
      <IconButton
        size="s"
        label={t('file.viewer.previous')}
        shortcut="Shift+Enter"
        icon={<ArrowUpIcon />}
        disabledReason={search.rows.length === 0 ? t('file.viewer.notFound') : undefined}
        onClick={() => onStep(-1)}
      />
      <IconButton
        size="s"
        label={t('file.viewer.next')}
        shortcut="Enter"
        icon={<ArrowDownIcon />}
        disabledReason={search.rows.length === 0 ? t('file.viewer.notFound') : undefined}
        onClick={() => onStep(1)}
      />
    </div>
  );
}
