import { IconButton, SearchIcon, Segmented, TextField, XIcon } from '@groma/ui';
import type { KeyboardEvent, RefObject } from 'react';
import { baseName } from '@groma/model';
import { useText } from '../../../platform/text.ts';

export interface FileSearch {
  text: string;
  scope: 'all' | 'folder';
}

interface SearchFieldProps {
  search: FileSearch;
  folder: string;
  onSearch: (search: FileSearch) => void;
  onClose: () => void;
  onDown: () => void;
  field: RefObject<HTMLInputElement | null>;
}

/** The words to look for, in the whole project or among the names of one folder. */
export function SearchField({ search, folder, onSearch, onClose, onDown, field }: SearchFieldProps) {
  const t = useText();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'ArrowDown') onDown();
    else return;
    event.preventDefault();
  };
  return (
    <div className="file-search" role="search">
      <TextField
        ref={field}
        size="s"
        icon={<SearchIcon size={14} />}
        aria-label={t('file.search.label')}
        placeholder={t('file.search.label')}
        value={search.text}
        autoFocus
        onKeyDown={onKeyDown}
        onChange={(event) => onSearch({ ...search, text: event.currentTarget.value })}
        rightSection={
          <IconButton size="s" label={t('file.search.close')} icon={<XIcon size={14} />} onClick={onClose} />
        }
      />
      <Segmented
        label={t('file.search.scope')}
        size="s"
        fullWidth
        value={search.scope}
        onChange={(scope) => onSearch({ ...search, scope: scope === 'folder' ? 'folder' : 'all' })}
        options={[
          { value: 'all', label: t('file.search.all') },
          { value: 'folder', label: t('file.search.in', { folder: baseName(folder) }) },
        ]}
      />
    </div>
  );
}
