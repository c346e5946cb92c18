import { MultiSelect, SelectField, TextField } from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { useText } from '../platform/text.ts';
import { readResource, resourceKey } from './resource-field.tsx';

interface BandFieldProps {
  projectId: string;
  label: string;
  /** The reference of the image; null while none is chosen. */
  image: string | null;
  /** The name or number of a band; an empty text for none. */
  value: string;
  /** The field may be left without a band. */
  isOptional?: boolean;
  onChange: (value: string) => void;
}

/** Stands for no band in a list. */
const noBand = ' none';

/** Chooses a band of an image by its name; where the image is not known, name or number are typed. */
export function BandField({ projectId, label, image, value, isOptional = false, onChange }: BandFieldProps) {
  const t = useText();
  const names = useBandNames(projectId, image);
  if (names.length === 0)
    return <TextField size="s" label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)} />;
  return (
    <SelectField
      size="s"
      label={label}
      searchable={names.length > 8}
      value={value === '' && isOptional ? noBand : nameOfBand(names, value)}
      error={value !== '' && nameOfBand(names, value) === null ? t('function.bandGone', { band: value }) : undefined}
      options={[
        ...(isOptional ? [{ value: noBand, label: t('function.noBand') }] : []),
        ...names.map((name, at) => ({ value: name, label: name === `b${at + 1}` ? name : `${at + 1}: ${name}` })),
      ]}
      onChange={(chosen) => onChange(chosen === noBand ? '' : chosen)}
    />
  );
}

interface BandsFieldProps extends Omit<BandFieldProps, 'value' | 'isOptional' | 'onChange'> {
  value: readonly string[];
  onChange: (value: string[]) => void;
}

/** Chooses bands of an image by their names; none stands for all. */
export function BandsField({ projectId, label, image, value, onChange }: BandsFieldProps) {
  const t = useText();
  const names = useBandNames(projectId, image);
  // What is typed where the image is not known stays as it is.
  const chosen = value.map((each) => nameOfBand(names, each) ?? each);
  return (
    <MultiSelect
      size="xs"
      label={label}
      value={chosen}
      data={[...new Set([...names, ...chosen])]}
      placeholder={chosen.length === 0 ? t('function.allBands') : ''}
      searchable
      clearable
      onChange={onChange}
    />
  );
}

/** What the bands of an image are called; none while it is not known. */
function useBandNames(projectId: string, image: string | null): string[] {
  const { data } = useQuery({
    queryKey: resourceKey(projectId, image),
    enabled: image !== null && image !== '',
    retry: false,
    queryFn: ({ signal }) => readResource(projectId, image!, { signal }),
  });
  return (data?.columns ?? []).map(({ name }) => name);
}

/** The name of the band that a text means, as the server understands it: a name in any case, or a number from 1. */
function nameOfBand(names: readonly string[], text: string): string | null {
  const wanted = text.trim().toLowerCase();
  const named = names.find((name) => name.toLowerCase() === wanted);
  return named ?? names[Number(/^b?(\d{1,4})$/.exec(wanted)?.[1] ?? 0) - 1] ?? null;
}
