import { fitsParameter, type WorkflowParameter, type WorkflowValue } from '@groma/model';
import { Button, Dialog } from '@groma/ui';
import { useState } from 'react';
import { useText } from '../../../platform/text.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';
import { ParameterValue } from '../side/parameter-value.tsx';

type Values = Record<string, WorkflowValue>;

/** Asks for the values of the parameters of a workflow before it is run; closing the dialog runs nothing. */
export function askRunValues(parameters: readonly WorkflowParameter[], onRun: (values: Values) => void): void {
  openDialog((props) => <RunValuesDialog {...props} parameters={parameters} onRun={onRun} />);
}

interface RunValuesDialogProps extends DialogHostProps {
  parameters: readonly WorkflowParameter[];
  onRun(values: Values): void;
}

function RunValuesDialog({ opened, onClose, parameters, onRun }: RunValuesDialogProps) {
  const t = useText();
  const [typed, setTyped] = useState<Readonly<Record<string, WorkflowValue | null>>>({});
  const [isTried, setTried] = useState(false);
  const valueOf = ({ name, default: usual }: WorkflowParameter) => (name in typed ? typed[name]! : usual);
  const problemOf = (parameter: WorkflowParameter): boolean => {
    const value = valueOf(parameter);
    return value === null || value === '' ? parameter.required : !fitsParameter(parameter, value);
  };
  const wrong = parameters.filter(problemOf);
  const run = () => {
    setTried(true);
    if (wrong.length > 0) return;
    onClose();
    onRun(
      Object.fromEntries(
        parameters.flatMap((parameter) => {
          const value = valueOf(parameter);
          return value === null || value === '' ? [] : [[parameter.name, value] as const];
        }),
      ),
    );
  };
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('workflow.run')}
      onSubmit={run}
      foot={
        <>
          <Button onClick={onClose}>{t('workflow.cancel')}</Button>
          <Button type="submit" variant="primary">
            {t('workflow.run')}
          </Button>
        </>
      }
    >
      <div className="workflow-fields">
        {parameters.map((parameter) => (
          <div key={parameter.name}>
            <ParameterValue
              label={parameter.name}
              parameter={parameter}
              value={valueOf(parameter)}
              mayBeNone={!parameter.required && parameter.default === null}
              onChange={(value) => setTyped((before) => ({ ...before, [parameter.name]: value }))}
            />
            {isTried && problemOf(parameter) && (
              <p className="workflow-wrong" role="alert">
                {t('workflow.valueMissing', { name: parameter.name })}
              </p>
            )}
          </div>
        ))}
      </div>
    </Dialog>
  );
}
