import {
  ExpressionError,
  EXPRESSION_FUNCTIONS,
  EXPRESSION_OPERATORS,
  FUNCTION_GROUPS,
  parseColumnFormula,
  type Column,
  type Expression,
} from '@groma/geo';
import { Button, Check, Collapse, Dialog, SelectField, TextField, useNumberFormat } from '@groma/ui';
import { useState } from 'react';
import { errorText } from '../../../platform/api.ts';
import { useText } from '../../../platform/text.ts';
import { useKeptFields } from '../../../platform/unsaved/kept-fields.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';
import { signatureOf } from '../field/completion.ts';
import { ExpressionField } from '../field/expression-field.tsx';
import { expressionProblemText, functionGroupText, functionText, operatorText } from '../field/expression-text.ts';
import type { MapSession } from '../session/map-session.ts';
import { useAnswer } from '../session/use-answer.ts';
import { propertyText } from '../look/feature-text.ts';

interface AskedColumn {
  session: MapSession;
  layerId: string;
  columns: readonly Column[];
  fids: ReadonlySet<number>;
}

/** Asks for the name and the value of a new column (VEC-014, VEC-021 to VEC-023). */
export function askNewColumn(asked: AskedColumn): void {
  openDialog((props) => <ColumnDialog {...props} {...asked} column={null} />);
}

/** Asks for the value that the cells of a column are to get, of all features or of the selected ones. */
export function askCalculate(asked: AskedColumn, column: string): void {
  openDialog((props) => <ColumnDialog {...props} {...asked} column={column} />);
}

const types = ['text', 'integer', 'number', 'boolean', 'date', 'time', 'datetime', 'datetimetz'] as const;
const previewRows = 5;
const firstFields: { name: string; formula: string; type: Column['type'] | 'auto' } = {
  name: '',
  formula: '',
  type: 'auto',
};

function ColumnDialog({
  opened,
  onClose,
  session,
  layerId,
  columns,
  fids,
  column,
}: DialogHostProps & AskedColumn & { column: string | null }) {
  const t = useText();
  const [fields, setFields, forget] = useKeptFields(`column.${layerId}.${column ?? ''}`, firstFields);
  const { name, formula, type } = fields;
  const [isTried, setTried] = useState(false);
  const [isSelectedOnly, setSelectedOnly] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const read = readFormula(formula, columns);
  const nameProblem =
    column !== null
      ? null
      : name.trim() === ''
        ? t('table.nameEmpty')
        : columns.some((each) => each.name === name.trim())
          ? t('table.nameTaken')
          : null;
  const close = () => {
    forget();
    onClose();
  };
  const submit = async () => {
    setTried(true);
    if (nameProblem !== null || read.problem !== null || isBusy) return;
    setBusy(true);
    try {
      const some = isSelectedOnly ? { fids: [...fids] } : {};
      if (column !== null) await session.edits.edit(layerId, { type: 'Calculate', column, formula, ...some });
      else
        await session.edits.edit(layerId, {
          type: 'Add_Column',
          column: { name: name.trim(), type: typeOf(type, read.formula) },
          ...(formula.trim() !== '' && { formula, ...some }),
        });
      close();
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  const foot = (
    <>
      <Button onClick={close}>{t('map.cancel')}</Button>
      <Button type="submit" variant="primary" loading={isBusy}>
        {t(column === null ? 'table.addColumn' : 'table.calculate')}
      </Button>
    </>
  );
  return (
    <Dialog
      opened={opened}
      onClose={close}
      size="l"
      title={column === null ? t('table.addColumn') : t('table.calculateTitle', { name: column })}
      onSubmit={() => {
        void submit();
      }}
      foot={foot}
    >
      <div className="column-dialog">
        {column === null && (
          <div className="column-dialog-name">
            <TextField
              label={t('table.name')}
              value={name}
              maxLength={255}
              data-autofocus
              error={isTried ? (nameProblem ?? undefined) : undefined}
              onChange={(event) => setFields({ name: event.currentTarget.value })}
            />
            <SelectField
              label={t('table.type')}
              value={type}
              options={[
                { value: 'auto', label: t('table.typeAuto') },
                ...types.map((value) => ({ value, label: t(`expression.columnType.${value}`) })),
              ]}
              onChange={(next) => setFields({ type: next as Column['type'] | 'auto' })}
            />
          </div>
        )}
        <ExpressionField
          label={t('table.value')}
          columns={columns}
          value={formula}
          problem={read.problem}
          placeholder={t('table.valueExample')}
          hint={t('table.valueHint')}
          onChange={(text) => setFields({ formula: text })}
        />
        <Preview session={session} layerId={layerId} formula={formula} isReadable={read.problem === null} />
        {fids.size > 0 && (
          <Check checked={isSelectedOnly} onChange={setSelectedOnly}>
            {t('table.selectedOnly', { count: fids.size })}
          </Check>
        )}
        {failure !== null && (
          <p className="column-dialog-failure" role="alert">
            {failure}
          </p>
        )}
        <Language onInsert={(text) => setFields({ formula: `${formula.trim() === '' ? '= ' : formula}${text}` })} />
      </div>
    </Dialog>
  );
}

function readFormula(
  formula: string,
  columns: readonly Column[],
): { problem: string | null; formula: Expression | null } {
  try {
    return { problem: null, formula: parseColumnFormula(formula, columns) };
  } catch (error) {
    return { problem: error instanceof ExpressionError ? expressionProblemText(error) : String(error), formula: null };
  }
}

/** The type of a new column: as chosen, else as the expression says. */
function typeOf(chosen: Column['type'] | 'auto', formula: Expression | null): Column['type'] {
  if (chosen !== 'auto') return chosen;
  if (formula?.type === 'number' || formula?.type === 'boolean' || formula?.type === 'date') return formula.type;
  return 'text';
}

/** What the first features would get. */
function Preview({
  session,
  layerId,
  formula,
  isReadable,
}: {
  session: MapSession;
  layerId: string;
  formula: string;
  isReadable: boolean;
}) {
  const t = useText();
  const number = useNumberFormat({ maximumFractionDigits: 10 });
  const { answer } = useAnswer(
    `${layerId} ${isReadable ? formula : ''}`,
    isReadable ? () => session.ask(layerId, 'preview', { formula, most: previewRows }) : null,
  );
  if (!isReadable || !answer || answer.length === 0) return null;
  return (
    <table className="column-preview">
      <caption>{t('table.preview')}</caption>
      <tbody>
        {answer.map(({ fid, value }) => (
          <tr key={fid}>
            <th scope="row">{t('map.featureNumber', { number: fid })}</th>
            <td data-empty={value === null || undefined}>
              {value === null ? t('style.empty') : propertyText('', value, number)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Every function and operator, with what it does and an example; one click takes the example over. */
function Language({ onInsert }: { onInsert: (text: string) => void }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const [sought, setSought] = useState('');
  const fits = (...texts: string[]) => texts.some((text) => text.toLowerCase().includes(sought.trim().toLowerCase()));
  return (
    <section className="column-language">
      <Button size="s" variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('table.language')}
      </Button>
      <Collapse expanded={isOpen}>
        <TextField
          size="s"
          aria-label={t('table.findFunction')}
          placeholder={t('table.findFunction')}
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
        />
        <div className="column-language-list" tabIndex={0} role="group" aria-label={t('table.language')}>
          {FUNCTION_GROUPS.map((group) => {
            const found = EXPRESSION_FUNCTIONS.filter(
              (each) => each.group === group && fits(each.name, functionText(each)),
            );
            return (
              found.length > 0 && (
                <div key={group}>
                  <h4>{functionGroupText(group)}</h4>
                  <dl>
                    {found.map((each) => (
                      <div key={each.name}>
                        <dt>
                          <button type="button" onClick={() => onInsert(each.example)}>
                            {signatureOf(each)}
                          </button>
                        </dt>
                        <dd>
                          {functionText(each)} <code dir="ltr">{each.example}</code>
                        </dd>
                      </div>
                    ))}
                  </dl>
                </div>
              )
            );
          })}
          <h4>{t('table.operators')}</h4>
          <dl>
            {EXPRESSION_OPERATORS.filter((each) => fits(each.sign, operatorText(each))).map((each) => (
              <div key={each.name}>
                <dt>
                  <button type="button" onClick={() => onInsert(each.example)}>
                    {each.sign}
                  </button>
                </dt>
                <dd>
                  {operatorText(each)} <code dir="ltr">{each.example}</code>
                </dd>
              </div>
            ))}
          </dl>
        </div>
      </Collapse>
    </section>
  );
}
