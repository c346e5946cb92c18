import { compileToolCondition, compileToolExpression, ExpressionError, type Column } from '@groma/geo';
import type { ToolDefinition, ToolField, ToolParameters } from '@groma/model';
import { useText } from '../../../platform/text.ts';
import { PlainToolField } from '../../../registry/plain-tool-field.tsx';
import { ExpressionField } from '../field/expression-field.tsx';
import { expressionProblemText } from '../field/expression-text.ts';
import type { MapSession } from '../session/map-session.ts';
import { ExtentField } from './extent-field.tsx';
import { LayerField } from './layer-field.tsx';
import { fieldLabel } from '../../../registry/tool-words.ts';

type Value = ToolParameters[string];

interface ToolFieldProps {
  tool: Pick<ToolDefinition, 'id'>;
  field: ToolField;
  value: Value | undefined;
  onChange: (value: Value) => void;
  session: MapSession;
  /** What the first input is, by its reference. */
  taken: string | null;
  /** The columns of each input. */
  columns: Readonly<Partial<Record<string, readonly Column[]>>>;
  /** What stands in all fields. */
  values: ToolParameters;
}

/** One field of a tool, by its type (GEO-002, GEO-006). */
export function ToolFieldInput({ tool, field, value, onChange, session, taken, columns, values }: ToolFieldProps) {
  const t = useText();
  const label = fieldLabel(field, t);
  switch (field.type) {
    case 'expression':
      return (
        <ExpressionField
          label={label}
          value={String(value ?? '')}
          columns={columns[field.of] ?? []}
          problem={isBlank(value) ? null : expressionProblem(tool, String(value), columns[field.of] ?? [])}
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
    default:
      return (
        <PlainToolField
          projectId={session.projectId}
          field={field}
          value={value}
          columns={columns}
          values={values}
          onChange={onChange}
        />
      );
  }
}

function isBlank(value: Value | undefined): boolean {
  return String(value ?? '').trim() === '';
}

/** What is wrong with the expression of a tool, in words. */
export function expressionProblem(
  { id }: Pick<ToolDefinition, 'id'>,
  text: string,
  columns: readonly Column[],
): string | null {
  try {
    if (id === 'select_by_expression') compileToolCondition(text, columns);
    else compileToolExpression(text, columns);
    return null;
  } catch (error) {
    return error instanceof ExpressionError ? expressionProblemText(error) : String(error);
  }
}
