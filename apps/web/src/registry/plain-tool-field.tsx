import { parseDay, type ToolField, type ToolParameters } from '@groma/model';
import { Check, MultiSelect, NumberField, SelectField, TextField } from '@groma/ui';
import { useLocale, useText } from '../platform/text.ts';
import { BandField, BandsField } from './band-field.tsx';
import { FileField } from './file-field.tsx';
import { ImagesField } from './images-field.tsx';
import { ResourceField } from './resource-field.tsx';
import { fieldLabel, optionLabel } from './tool-words.ts';

type Value = ToolParameters[string];
/** The fields that mean the same wherever a tool is set up. */
type PlainField = Exclude<ToolField, { type: 'expression' | 'extent' | 'layer' }>;

interface PlainToolFieldProps {
  projectId: string;
  field: PlainField;
  value: Value | undefined;
  /** The columns of each input; without, as before a run, their names are typed. */
  columns?: Readonly<Partial<Record<string, readonly { name: string }[]>>>;
  /** What stands in the other fields: what one offers may depend on another. */
  values?: ToolParameters | undefined;
  onChange: (value: Value) => void;
}

/** Stands for no column in a list. */
const noColumn = ' none';
/** Stands for no value in a list. */
const noValue = ' none';

/** One field of a tool, by its type, for every form that sets up tools (GEO-002, GEO-006). */
export function PlainToolField({ projectId, field, value, columns, values, onChange }: PlainToolFieldProps) {
  const t = useText();
  const locale = useLocale();
  const label = fieldLabel(field, t);
  switch (field.type) {
    case 'boolean':
      // Where nothing is proposed, what is not ticked would look like a no.
      if (field.default === null)
        return (
          <SelectField
            size="s"
            label={label}
            placeholder={t('workflow.noValue')}
            value={typeof value === 'boolean' ? (value ? 'yes' : 'no') : field.isRequired ? null : noValue}
            options={[
              ...(field.isRequired ? [] : [{ value: noValue, label: t('workflow.noValue') }]),
              { value: 'yes', label: t('origin.yes') },
              { value: 'no', label: t('origin.no') },
            ]}
            onChange={(chosen) => onChange(chosen === noValue ? null : chosen === 'yes')}
          />
        );
      return (
        <Check checked={value === true} onChange={onChange}>
          {label}
        </Check>
      );
    case 'number':
      return (
        <NumberField
          size="s"
          label={label}
          value={typeof value === 'number' || typeof value === 'string' ? value : null}
          min={field.minimum}
          max={field.maximum}
          step={field.step ?? 1}
          allowDecimal={field.isWhole !== true}
          suffix={field.unit && unitMark(field.unit, locale)}
          hideControls={false}
          error={value !== null || mayBeEmpty(field) ? undefined : t('function.numberMissing')}
          onChange={onChange}
          // Neither the default nor nothing is meant: the tool would take it for an answer.
          onUnread={onChange}
        />
      );
    case 'select':
      return (
        <SelectField
          size="s"
          label={label}
          placeholder={t('workflow.noValue')}
          value={value === '' || value == null ? (field.isRequired ? null : noValue) : String(value)}
          options={[
            ...(field.default === '' && !field.isRequired ? [{ value: noValue, label: t('workflow.noValue') }] : []),
            ...field.options.map((option) => ({ value: option, label: optionLabel(field, option, t) })),
          ]}
          onChange={(chosen) => onChange(chosen === noValue ? '' : chosen)}
        />
      );
    case 'string':
      return (
        <TextField
          size="s"
          label={label}
          value={String(value ?? '')}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'date':
      return (
        <TextField
          size="s"
          label={label}
          value={String(value ?? '')}
          error={value === '' || parseDay(String(value)) ? undefined : t('function.dayMissing')}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'choices':
      return (
        <MultiSelect
          size="xs"
          label={label}
          value={Array.isArray(value) ? [...(value as string[])] : []}
          data={field.options.map((option) => ({ value: option, label: optionLabel(field, option, t) }))}
          searchable
          clearable
          onChange={onChange}
        />
      );
    case 'column':
      if (!columns) return <TypedColumn field={field} value={value} onChange={onChange} />;
      return (
        <SelectField
          size="s"
          label={label}
          searchable={(columns?.[field.of]?.length ?? 0) > 8}
          value={typeof value === 'string' ? value : field.isRequired ? null : noColumn}
          placeholder={t('function.chooseColumn')}
          options={[
            ...(field.isRequired ? [] : [{ value: noColumn, label: t('function.noColumn'), disabled: false }]),
            ...(columns?.[field.of] ?? []).map(({ name }) => name),
          ].map((option) => (typeof option === 'string' ? { value: option, label: option } : option))}
          nothingFoundMessage={t('function.noColumns')}
          onChange={(chosen) => onChange(chosen === noColumn ? null : chosen)}
        />
      );
    case 'columns':
      if (!columns) return <TypedColumn field={field} value={value} onChange={onChange} />;
      return (
        <MultiSelect
          size="xs"
          label={label}
          value={Array.isArray(value) ? [...(value as string[])] : []}
          data={[...new Set((columns?.[field.of] ?? []).map(({ name }) => name))].filter((name) => name.trim() !== '')}
          placeholder={Array.isArray(value) && value.length > 0 ? '' : t('function.chooseColumns')}
          searchable
          clearable
          nothingFoundMessage={t('function.noColumns')}
          onChange={onChange}
        />
      );
    case 'data':
      return (
        <ResourceField
          projectId={projectId}
          kinds={['layer', 'file', 'table']}
          label={label}
          value={typeof value === 'string' ? value : null}
          onChange={(reference) => onChange(reference)}
        />
      );
    case 'image':
      return (
        <ResourceField
          projectId={projectId}
          kinds={['image']}
          label={label}
          none={field.isRequired ? undefined : t('function.noImage')}
          value={typeof value === 'string' ? value : null}
          onChange={(reference) => onChange(reference)}
        />
      );
    case 'images':
      return <ImagesField projectId={projectId} label={label} value={value} onChange={onChange} />;
    case 'band':
      return (
        <BandField
          projectId={projectId}
          label={label}
          image={imageIn(values, field.of)}
          value={String(value ?? '')}
          isOptional={field.default === ''}
          onChange={onChange}
        />
      );
    case 'bands':
      return (
        <BandsField
          projectId={projectId}
          label={label}
          image={imageIn(values, field.of)}
          value={Array.isArray(value) ? (value as string[]) : []}
          onChange={onChange}
        />
      );
    case 'file':
      return (
        <FileField
          projectId={projectId}
          label={label}
          endings={field.endings}
          value={typeof value === 'string' ? value : null}
          onChange={onChange}
        />
      );
  }
}

function imageIn(values: ToolParameters | undefined, field: string): string | null {
  const image = values?.[field];
  return typeof image === 'string' ? image : null;
}

/** Whether nothing is a value, too. */
function mayBeEmpty({ default: proposed, isRequired }: Extract<ToolField, { type: 'number' }>): boolean {
  return proposed === null && !isRequired;
}

/** Names of columns as they are written, several with commas between them. */
function TypedColumn({ field, value, onChange }: Pick<PlainToolFieldProps, 'field' | 'value' | 'onChange'>) {
  const t = useText();
  const isMany = field.type === 'columns';
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '');
  const namesIn = (typed: string) => typed.split(',').map((name) => name.trimStart());
  return (
    <TextField
      size="s"
      label={fieldLabel(field, t)}
      placeholder={t(isMany ? 'function.chooseColumns' : 'function.chooseColumn')}
      value={text}
      onChange={({ currentTarget: { value: typed } }) =>
        onChange(isMany ? (typed.trim() === '' ? [] : namesIn(typed)) : typed === '' ? null : typed)
      }
    />
  );
}

/** A unit as the language writes it behind a number. */
function unitMark(unit: 'degrees' | 'meters' | 'kilometers', locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit: unit.slice(0, -1), unitDisplay: 'narrow' });
  const mark = format.formatToParts(1).find(({ type }) => type === 'unit')?.value ?? '';
  return unit === 'degrees' ? mark : `\u00a0${mark}`;
}
