import { ExpressionError, parseColumnFormula, type Column } from '@groma/geo';
import { parseDay, type ToolField, type ToolParameters } from '@groma/model';
import { Check, MultiSelect, NumberField, SelectField, TextField } from '@groma/ui';
import { useLocale, useText } from '../../../platform/text.ts';
import { ExpressionField } from '../field/expression-field.tsx';
import { expressionProblemText } from '../field/expression-text.ts';
import type { MapSession } from '../session/map-session.ts';
import { ExtentField } from './extent-field.tsx';
import { FileField } from './file-field.tsx';
import { LayerField } from './layer-field.tsx';
import { fieldLabel, optionLabel } from './tool-words.ts';

type Value = ToolParameters[string];

interface ToolFieldProps {
  field: ToolField;
  value: Value | undefined;
  onChange: (value: Value) => void;
  session: MapSession;
  /** What the first input is, by its reference. */
  taken: string | null;
  /** The columns of each input. */
  columns: Readonly<Partial<Record<string, readonly Column[]>>>;
}

/** Stands for no column in a list. */
const noColumn = ' none';

/** One field of a tool, by its type (GEO-002, GEO-006). */
export function ToolFieldInput({ field, value, onChange, session, taken, columns }: ToolFieldProps) {
  const t = useText();
  const locale = useLocale();
  const label = fieldLabel(field, t);
  switch (field.type) {
    case 'boolean':
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
          value={typeof value === 'number' ? value : null}
          min={field.minimum}
          max={field.maximum}
          step={field.step ?? 1}
          allowDecimal={field.isWhole !== true}
          suffix={field.unit && unitMark(field.unit, locale)}
          hideControls={false}
          error={typeof value === 'number' ? undefined : t('function.numberMissing')}
          onChange={onChange}
        />
      );
    case 'select':
      return (
        <SelectField
          size="s"
          label={label}
          value={String(value)}
          options={field.options.map((option) => ({ value: option, label: optionLabel(field, option, t) }))}
          onChange={onChange}
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
          data={[...field.options]}
          searchable
          clearable
          onChange={onChange}
        />
      );
    case 'column':
      return (
        <SelectField
          size="s"
          label={label}
          searchable={(columns[field.of]?.length ?? 0) > 8}
          value={typeof value === 'string' ? value : field.isRequired ? null : noColumn}
          placeholder={t('function.chooseColumn')}
          options={[
            ...(field.isRequired ? [] : [{ value: noColumn, label: t('function.noColumn'), disabled: false }]),
            ...(columns[field.of] ?? []).map(({ name }) => name),
          ].map((option) => (typeof option === 'string' ? { value: option, label: option } : option))}
          nothingFoundMessage={t('function.noColumns')}
          onChange={(chosen) => onChange(chosen === noColumn ? null : chosen)}
        />
      );
    case 'columns':
      return (
        <MultiSelect
          size="xs"
          label={label}
          value={Array.isArray(value) ? [...(value as string[])] : []}
          data={[...new Set((columns[field.of] ?? []).map(({ name }) => name))].filter((name) => name.trim() !== '')}
          placeholder={Array.isArray(value) && value.length > 0 ? '' : t('function.chooseColumns')}
          searchable
          clearable
          nothingFoundMessage={t('function.noColumns')}
          onChange={onChange}
        />
      );
    case 'expression':
      return (
        <ExpressionField
          label={label}
          value={String(value ?? '')}
          columns={columns[field.of] ?? []}
          problem={expressionProblem(String(value ?? ''), columns[field.of] ?? [])}
          onChange={onChange}
        />
      );
    case 'extent':
      return (
        <ExtentField
          mapId={session.mapId}
          label={label}
          value={typeof value === 'string' ? value : null}
          onChange={onChange}
        />
      );
    case 'file':
      return (
        <FileField
          projectId={session.projectId}
          label={label}
          endings={field.endings}
          value={typeof value === 'string' ? value : null}
          onChange={onChange}
        />
      );
    case 'layer':
      return (
        <LayerField
          session={session}
          taken={taken}
          label={label}
          value={typeof value === 'string' ? value : null}
          onChange={onChange}
        />
      );
  }
}

/** A unit as the language writes it behind a number. */
function unitMark(unit: 'degrees' | 'meters' | 'kilometers', locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit: unit.slice(0, -1), unitDisplay: 'narrow' });
  const mark = format.formatToParts(1).find(({ type }) => type === 'unit')?.value ?? '';
  return unit === 'degrees' ? mark : `\u00a0${mark}`;
}

/** What is wrong with an expression, in words; nothing with none. */
export function expressionProblem(text: string, columns: readonly Column[]): string | null {
  if (text.trim() === '') return null;
  try {
    parseColumnFormula(text, columns);
    return null;
  } catch (error) {
    return error instanceof ExpressionError ? expressionProblemText(error) : String(error);
  }
}
