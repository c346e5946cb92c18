import { parseResource, type DataKind } from '@groma/model';
import { resource, type ResourceEntry } from '@groma/protocol';
import { FileTextIcon, LayersIntersectIcon, PhotoIcon, SelectField, TableIcon, useDebouncedValue } from '@groma/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type DragEvent } from 'react';
import { api } from '../platform/api.ts';
import { useText } from '../platform/text.ts';
import { carriesResource, droppedResource } from './dropped-resource.ts';
import './resource-field.css';

interface ResourceFieldProps {
  projectId: string;
  /** What is asked for. */
  kinds: readonly DataKind[];
  label: string;
  /** A reference; null where nothing is chosen. */
  value: string | null;
  /** What stands first, such as the layers of the map that is open. */
  first?: readonly { reference: string; label: string }[];
  /** References that are not offered. */
  without?: readonly string[];
  onChange: (reference: string) => void;
}

const restMs = 200;
const icons = {
  layer: LayersIntersectIcon,
  file: FileTextIcon,
  table: TableIcon,
  image: PhotoIcon,
  result: TableIcon,
} satisfies Record<DataKind, unknown>;

/**
 * Chooses data of the project: by a search of names and places, by dropping a row of a drawer, or by pasting a name such as
 * `layer:World/roads` or `/data/sales.csv`.
 */
export function ResourceField({
  projectId,
  kinds,
  label,
  value,
  first = [],
  without = [],
  onChange,
}: ResourceFieldProps) {
  const t = useText();
  const withFiles = kinds.includes('file');
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [isOver, setOver] = useState(false);
  const [wanted] = useDebouncedValue(typed.trim(), restMs);
  const chosen = useQuery({
    queryKey: ['resource', projectId, value],
    enabled: value !== null && !first.some(({ reference }) => reference === value),
    retry: false,
    queryFn: ({ signal }) => readEntry(projectId, value!, signal),
  });
  const isName = parseResource(wanted) !== undefined;
  const named = useQuery({
    queryKey: ['resource', projectId, wanted],
    enabled: isOpen && isName,
    retry: false,
    queryFn: ({ signal }) => readEntry(projectId, wanted, signal),
  });
  const listed = useQuery({
    queryKey: ['resources', projectId, kinds.join(), isName ? '' : wanted],
    enabled: isOpen,
    staleTime: 5_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (
        await api.call(resource.listResources, {
          params: { projectId },
          query: { query: isName ? '' : wanted, kinds: kinds.join() },
          signal,
        })
      ).data,
  });
  const entries = [
    ...(named.data && kinds.includes(named.data.kind) ? [named.data] : isName ? [] : (listed.data ?? [])),
    ...(chosen.data ? [chosen.data] : []),
  ].filter(({ reference }) => !without.includes(reference));
  const here = first.filter((each) => isName || holds(each.label, wanted));
  const known = new Map<string, ResourceEntry>(entries.map((entry) => [entry.reference, entry]));
  const options = [
    ...here.map(({ reference, label: text }) => ({ value: reference, label: text })),
    ...(value !== null && !here.some(({ reference }) => reference === value) && !known.has(value)
      ? [{ value, label: labelOfUnknown() }]
      : []),
    ...entries.map((entry) => ({ value: entry.reference, label: entry.label })),
  ];
  function labelOfUnknown(): string {
    const own = first.find(({ reference }) => reference === value);
    return own?.label ?? t(chosen.isError ? 'resource.gone' : 'resource.loading');
  }
  const take = (event: DragEvent) => {
    setOver(false);
    const reference = droppedResource(event.dataTransfer, kinds);
    if (reference === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (!without.includes(reference)) onChange(reference);
  };
  return (
    <div
      className="resource-field"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!carriesResource(event.dataTransfer, kinds)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={take}
    >
      <SelectField
        size="s"
        label={label}
        searchable
        value={value}
        options={options}
        // The server has looked already, in places too.
        filter={({ options: all }) => all}
        placeholder={t(withFiles ? 'resource.chooseWithFiles' : 'resource.choose')}
        hint={t(withFiles ? 'resource.hintWithFiles' : 'resource.hint')}
        error={chosen.isError ? t('resource.goneText') : undefined}
        nothingFoundMessage={t(listed.isFetching || named.isFetching ? 'resource.searching' : 'resource.none')}
        // What is chosen stands in the field as if it had been typed.
        onSearchChange={(text) => setTyped(options.some(({ label: shown }) => shown === text) ? '' : text)}
        onDropdownOpen={() => setOpen(true)}
        renderOption={({ option }) => {
          const entry = known.get(option.value);
          const Icon = icons[entry?.kind ?? 'layer'];
          return (
            <span className="resource-option">
              <Icon size={14} />
              <span className="resource-option-name">{option.label}</span>
              {entry && <span className="resource-option-place">{entry.place}</span>}
            </span>
          );
        }}
        onChange={onChange}
      />
    </div>
  );
}

async function readEntry(projectId: string, name: string, signal: AbortSignal) {
  return (await api.call(resource.readResource, { params: { projectId }, query: { name }, signal })).data;
}

function holds(text: string, words: string): boolean {
  const held = text.toLocaleLowerCase();
  return words
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => held.includes(word));
}
