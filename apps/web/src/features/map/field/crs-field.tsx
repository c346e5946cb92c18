import { mapImport, type CrsInfo } from '@groma/protocol';
import { SelectField, useDebouncedValue } from '@groma/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../platform/api.ts';
import { useText } from '../../../platform/text.ts';

const typingMs = 200;
const degrees = 'EPSG:4326';

/** `32633`, `epsg:32633` and `EPSG 32633` alike as `EPSG:32633`; null for what is no code. */
function readCrs(text: string): string | null {
  const code = text.trim().match(/^(?:epsg[:\s]*)?(\d{1,6})$/i)?.[1];
  return code === undefined ? null : `EPSG:${code}`;
}

interface CrsFieldProps {
  value: string | null;
  onChange: (crs: string) => void;
  label?: string;
  error?: string | undefined;
  autoFocus?: boolean;
  disabled?: boolean;
}

/**
 * A coordinate system, searched for by name, place or code among those the server knows. A code that is written out is
 * taken as it is.
 */
export function CrsField({ value, onChange, label, error, autoFocus, disabled }: CrsFieldProps) {
  const t = useText();
  const [text, setText] = useState('');
  const [searched] = useDebouncedValue(text, typingMs);
  // What stands in the field once something is chosen is no search.
  const wanted = value !== null && searched.startsWith(value) ? value : searched;
  const { data = [] } = useQuery({
    queryKey: ['crs', wanted],
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    queryFn: async ({ signal }) => (await api.call(mapImport.searchCrs, { query: { text: wanted }, signal })).data,
  });
  return (
    <SelectField
      label={label ?? t('layer.crs.label')}
      placeholder={t('layer.crs.placeholder')}
      hint={t('layer.crs.hint')}
      nothingFoundMessage={t('layer.crs.none')}
      error={error}
      disabled={disabled}
      searchable
      selectFirstOptionOnChange
      searchValue={text}
      onSearchChange={setText}
      filter={({ options }) => options}
      maxDropdownHeight={280}
      data-autofocus={autoFocus || undefined}
      options={optionsOf(data, value, text, t('layer.crs.degrees'))}
      value={value}
      onChange={onChange}
      comboboxProps={{ withinPortal: true }}
    />
  );
}

function optionsOf(
  found: readonly CrsInfo[],
  value: string | null,
  text: string,
  degreesText: string,
): { value: string; label: string }[] {
  const options = found.map(({ code, name, area }) => ({
    value: code,
    label: code === degrees ? degreesText : `${code} · ${name}${area === '' ? '' : ` · ${shortened(area)}`}`,
  }));
  const written = readCrs(text);
  const more = [value, written].filter(
    (code) => code !== null && !options.some((option) => option.value === code),
  ) as string[];
  return [...more.map((code) => ({ value: code, label: code === degrees ? degreesText : code })), ...options];
}

const longestArea = 60;

function shortened(area: string): string {
  return area.length > longestArea ? `${area.slice(0, longestArea).trimEnd()}…` : area;
}
