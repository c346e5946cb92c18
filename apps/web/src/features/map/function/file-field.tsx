import { baseName } from '@groma/model';
import { file as fileCalls } from '@groma/protocol';
import { SelectField, useDebouncedValue } from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../platform/api.ts';
import { useText } from '../../../platform/text.ts';

interface FileFieldProps {
  projectId: string;
  label: string;
  /** Ends of the names of files that are offered; the first is searched for. */
  endings: readonly string[];
  value: string | null;
  onChange: (path: string | null) => void;
}

const restMs = 250;
const mostFound = 50;
/** Stands for no file in the list. */
const noFile = ' none';

/** Chooses a file of the project by its name, or none. */
export function FileField({ projectId, label, endings, value, onChange }: FileFieldProps) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const [wanted] = useDebouncedValue(typed.trim(), restMs);
  const query = [...wanted.split(/\s+/), endings.at(-1)].filter(Boolean).join(' ');
  const { data: found = [], isFetching } = useQuery({
    queryKey: ['files-by-name', projectId, query],
    queryFn: async ({ signal }) => {
      const reply = await api.call(fileCalls.searchFiles, {
        params: { projectId },
        query: { query, limit: mostFound },
        signal,
      });
      return reply.data.filter(({ path, isDir }) => !isDir && isNamed(path, endings)).map(({ path }) => path);
    },
  });
  const paths = [...new Set([...(value === null ? [] : [value]), ...found])];
  const options = [
    ...(value === null ? [] : [{ value: noFile, label: t('function.fileOfServer') }]),
    ...paths.map((path) => ({ value: path, label: labelOf(path, paths) })),
  ];
  // What is chosen stands in the field as if it had been typed.
  const search = (text: string) => setTyped(options.some(({ label: shown }) => shown === text) ? '' : text);
  return (
    <SelectField
      size="s"
      label={label}
      searchable
      value={value}
      placeholder={t('function.fileOfServer')}
      options={options}
      hint={t('function.fileHint')}
      nothingFoundMessage={t(isFetching ? 'resource.searching' : 'function.noFileFound')}
      onSearchChange={search}
      onChange={(chosen) => onChange(chosen === noFile ? null : chosen)}
    />
  );
}

function isNamed(path: string, endings: readonly string[]): boolean {
  return endings.some((ending) => path.toLowerCase().endsWith(ending));
}

/** The name, or the whole path where two files have the same name. */
function labelOf(path: string, paths: readonly string[]): string {
  const name = baseName(path);
  return paths.some((other) => other !== path && baseName(other) === name) ? path : name;
}
