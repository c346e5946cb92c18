import { parseResource, type DataKind } from '@groma/model';
import { resource, type ResourceDescription, type ResourceEntry } from '@groma/protocol';
import { FileTextIcon, LayersIntersectIcon, PhotoIcon, SelectField, TableIcon, useDebouncedValue } from '@groma/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type DragEvent, type ReactNode } from 'react';
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
  /** Ends of the names of files, where other files than those of tables and geodata are asked for. */
  endings?: readonly string[];
  /** What it is called that nothing is chosen, where that can be chosen too. */
  none?: string;
  /** Stands before what is chosen; by default the sign of its kind. */
  icon?: ReactNode;
  /** Without the label above and the hint below, where what is asked for is plain to see. */
  isBare?: boolean;
  /** With what is known of it; nothing is of what was dropped. */
  onChange: (reference: string | null, entry?: ResourceEntry) => void;
}

const restMs = 200;
/** Stands for nothing in the list. */
const noData = ' none';
const icons = {
  layer: LayersIntersectIcon,
  file: FileTextIcon,
  table: TableIcon,
  image: PhotoIcon,
  result: TableIcon,
} satisfies Record<DataKind, unknown>;

/**
 * Chooses data of the project: by a search of names and places, by dropping a row of a drawer, or by pasting a name
 * such as `layer:World/roads` or `/data/sales.csv`.
 */
export function ResourceField({
  projectId,
  kinds,
  label,
  value,
  first = [],
  without = [],
  endings = [],
  none,
  icon,
  isBare = false,
  onChange,
}: ResourceFieldProps) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [isOver, setOver] = useState(false);
  const [wanted] = useDebouncedValue(typed.trim(), restMs);
  const chosen = useQuery({
    queryKey: resourceKey(projectId, value, endings),
    enabled: value !== null && !first.some(({ reference }) => reference === value),
    retry: false,
    queryFn: ({ signal }) => readResource(projectId, value!, { endings, signal }),
  });
  const isName = parseResource(wanted) !== undefined;
  const named = useQuery({
    queryKey: resourceKey(projectId, wanted, endings),
    enabled: isOpen && isName,
    retry: false,
    queryFn: ({ signal }) => readResource(projectId, wanted, { endings, signal }),
  });
  const listed = useQuery({
    queryKey: ['resources', projectId, kinds.join(), endings.join(), isName ? '' : wanted],
    enabled: isOpen,
    staleTime: 5_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (
        await api.call(resource.listResources, {
          params: { projectId },
          query: {
            query: isName ? '' : wanted,
            kinds: kinds.join(),
            ...(endings.length > 0 && { endings: endings.join() }),
          },
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
    ...(none !== undefined && value !== null ? [{ value: noData, label: none }] : []),
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
    if (endings.length > 0 && !endings.some((ending) => reference.toLowerCase().endsWith(ending))) return;
    if (!without.includes(reference)) onChange(reference);
  };
  const Sign = icons[chosen.data?.kind ?? parseResource(value ?? '')?.kind ?? 'layer'];
  return (
    <div
      className="resource-field"
      // Which of several with one name it is.
      title={chosen.data && `${chosen.data.label} · ${chosen.data.place}`}
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
        label={isBare ? undefined : label}
        aria-label={isBare ? label : undefined}
        icon={icon ?? (value === null ? undefined : <Sign size={14} />)}
        searchable
        value={value}
        options={options}
        // The server has looked already, in places too.
        filter={({ options: all }) => all}
        placeholder={none ?? t('resource.chooseData')}
        hint={isBare ? undefined : t(kinds.some((kind) => kind !== 'file') ? 'resource.hintData' : 'resource.hintFile')}
        error={chosen.isError ? t('resource.goneText') : undefined}
        nothingFoundMessage={t(listed.isFetching || named.isFetching ? 'resource.searching' : 'resource.none')}
        // What is chosen stands in the field as if it had been typed.
        onSearchChange={(text) => setTyped(options.some(({ label: shown }) => shown === text) ? '' : text)}
        onDropdownOpen={() => setOpen(true)}
        renderOption={({ option }) => {
          if (option.value === noData) return option.label;
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
        onChange={(reference) => {
          if (reference === noData) onChange(null);
          else onChange(reference, known.get(reference));
        }}
      />
    </div>
  );
}

/** Under which a description is kept, for all who ask for the same. */
export function resourceKey(projectId: string, name: string | null, endings: readonly string[] = []) {
  return ['resource', projectId, name, ...endings];
}

/** What a name or reference stands for. @throws GromaError NOT_FOUND */
export async function readResource(
  projectId: string,
  name: string,
  { endings = [], signal }: { endings?: readonly string[]; signal: AbortSignal },
): Promise<ResourceDescription> {
  const query = { name, ...(endings.length > 0 && { endings: endings.join() }) };
  return (await api.call(resource.readResource, { params: { projectId }, query, signal })).data;
}

function holds(text: string, words: string): boolean {
  const held = text.toLocaleLowerCase();
  return words
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => held.includes(word));
}
