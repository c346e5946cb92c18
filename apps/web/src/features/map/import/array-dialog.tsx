import { Button, Dialog, Note, SelectField } from '@groma/ui';
import { useState } from 'react';
import { useText } from '../../../platform/text.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';
import { chosenArray, type ChosenArray, type ListedArray } from './chosen-array.ts';

/** Steps that a list shows at once; the others are found by typing. */
const mostShown = 500;

/** Asks which image of a file of arrays becomes a layer; null when the person gives up. */
export function askArray(fileName: string, arrays: readonly ListedArray[]): Promise<ChosenArray | null> {
  return new Promise((resolve) => {
    openDialog((props) => <ArrayDialog {...props} fileName={fileName} arrays={arrays} onAnswer={resolve} />);
  });
}

interface ArrayDialogProps extends DialogHostProps {
  fileName: string;
  arrays: readonly ListedArray[];
  onAnswer: (chosen: ChosenArray | null) => void;
}

function ArrayDialog({ opened, onClose, fileName, arrays, onAnswer }: ArrayDialogProps) {
  const t = useText();
  const [path, setPath] = useState((arrays.find(({ place }) => place !== 'no-place') ?? arrays[0]!).path);
  const [steps, setSteps] = useState<readonly number[]>([]);
  const array = arrays.find((each) => each.path === path)!;
  const end = (answer: ChosenArray | null) => {
    onAnswer(answer);
    onClose();
  };
  const foot = (
    <>
      <Button onClick={() => end(null)}>{t('map.cancel')}</Button>
      <Button type="submit" variant="primary" disabled={array.place === 'no-place'}>
        {t('map.addToMap')}
      </Button>
    </>
  );
  return (
    <Dialog
      opened={opened}
      onClose={() => end(null)}
      title={t('map.array.title', { name: fileName })}
      onSubmit={() => end(chosenArray(array, steps))}
      foot={foot}
    >
      <SelectField
        label={t('map.array.variable')}
        hint={t('map.array.size', { width: array.width, height: array.height })}
        options={arrays.map((each) => ({ value: each.path, label: textOf(each) }))}
        value={path}
        searchable
        onChange={(chosen) => {
          setPath(chosen);
          setSteps([]);
        }}
      />
      {array.steps.map(({ name, kind, unit, labels }, index) => (
        <SelectField
          key={`${path} ${name}`}
          label={kind === 'other' ? name : t(`map.array.${kind}`)}
          hint={kind === 'other' || name === kind ? undefined : name}
          options={labels.map((label, at) => ({
            value: String(at),
            label: unit === null ? label : `${label} ${unit}`,
          }))}
          value={String(steps[index] ?? 0)}
          searchable
          limit={mostShown}
          onChange={(chosen) =>
            setSteps(array.steps.map((_, each) => (each === index ? Number(chosen) : (steps[each] ?? 0))))
          }
        />
      ))}
      {array.place === 'no-place' && <Note kind="error">{t('map.array.noPlace')}</Note>}
    </Dialog>
  );
}

/** “Air temperature, air (K)”. */
function textOf({ path, title, unit }: ListedArray): string {
  const name = path.replace(/^\//, '');
  return [title === null ? name : `${title}, ${name}`, unit === null ? '' : ` (${unit})`].join('');
}
