import { columnReference, compileToolCondition, ExpressionError, type Column } from '@groma/geo';
import { Button, Dialog, Note, Segmented, SkeletonRows, toast } from '@groma/ui';
import { useEffect, useState } from 'react';
import { errorText } from '../../../platform/api.ts';
import { useText } from '../../../platform/text.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';
import { ExpressionField } from '../field/expression-field.tsx';
import { expressionProblemText } from '../field/expression-text.ts';
import type { MapSession } from '../session/map-session.ts';
import { nothingSelected } from '../session/map-state.ts';
import { useMapState } from '../session/use-map-state.ts';
import { combinedSelection, selectModes, type SelectMode } from './combined-selection.ts';
import './select-dialog.css';

/** Asks for the condition of the features of a layer that are to be selected. */
export function askSelection(session: MapSession, layerId: string): void {
  openDialog((props) => <SelectDialog {...props} session={session} layerId={layerId} />);
}

interface SelectDialogProps extends DialogHostProps {
  session: MapSession;
  layerId: string;
}

function SelectDialog({ opened, onClose, session, layerId }: SelectDialogProps) {
  const t = useText();
  const layer = useMapState(session, ({ loaded }) => loaded[layerId]);
  const name = useMapState(session, ({ hierarchy }) => hierarchy[layerId]?.text ?? '');
  const before = useMapState(session, ({ selection }) => selection[layerId] ?? nothingSelected);
  const [text, setText] = useState('');
  const [chosen, setMode] = useState<SelectMode>('new');
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    session.loadLayer(layerId);
  }, [session, layerId]);
  const mode = before.size === 0 ? 'new' : chosen;
  const columns = layer?.columns ?? [];
  const isReady = layer?.load.status === 'ready';
  const problem = problemOf(text, columns);
  const submit = async () => {
    setTried(true);
    if (problem !== null || text.trim() === '' || isBusy || !isReady) return;
    setBusy(true);
    setFailure(null);
    try {
      const matching = await session.ask(layerId, 'matching', { condition: text });
      const found = combinedSelection(before, matching, mode);
      // Nothing is left where all that were selected are taken away.
      if (matching.length === 0 || (found.size === 0 && mode !== 'remove')) return setFailure(t('layer.selectBy.none'));
      session.select(layerId, found);
      toast.info(t('map.several', { count: found.size }));
      onClose();
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('layer.selectBy.title', { name })}
      onSubmit={() => {
        void submit();
      }}
      foot={
        <>
          <Button onClick={onClose}>{t('map.cancel')}</Button>
          <Button type="submit" variant="primary" loading={isBusy} disabled={!isReady}>
            {t('map.selectTool')}
          </Button>
        </>
      }
    >
      <div className="select-dialog">
        {layer?.load.status === 'failed' && <Note kind="error">{layer.load.failure}</Note>}
        {!isReady && layer?.load.status !== 'failed' && <SkeletonRows rows={2} withIcon={false} />}
        {isReady && (
          <ExpressionField
            label={t('layer.selectBy.condition')}
            value={text}
            columns={columns}
            problem={text.trim() === '' ? (isTried ? t('layer.selectBy.empty') : null) : isTried ? problem : null}
            placeholder={`${columnReference(columns[0]?.name ?? 'name')} = 'A'`}
            onChange={(next) => {
              setText(next);
              setTried(false);
              setFailure(null);
            }}
          />
        )}
        {before.size > 0 && (
          <Segmented
            label={t('layer.selectBy.mode')}
            fullWidth
            value={mode}
            onChange={setMode}
            options={selectModes.map((value) => ({ value, label: t(`layer.selectBy.modes.${value}`) }))}
          />
        )}
        <div role="status">{failure !== null && <Note kind="warning">{failure}</Note>}</div>
      </div>
    </Dialog>
  );
}

function problemOf(text: string, columns: readonly Column[]): string | null {
  try {
    compileToolCondition(text, columns);
    return null;
  } catch (error) {
    return error instanceof ExpressionError ? expressionProblemText(error) : String(error);
  }
}
