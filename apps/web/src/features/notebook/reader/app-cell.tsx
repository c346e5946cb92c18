import { Note } from '@groma/ui';
import { useContext } from 'react';
import { useText } from '../../../platform/text.ts';
import type { ShownCell } from './app-state.ts';
import { ReaderPartsContext } from './reader-parts.ts';

/** What a code block shows to readers. Where its author has folded that away, its errors are shown all the same. */
export function AppCell({ cell: { state, outputs }, isHidden }: { cell: ShownCell; isHidden: boolean }) {
  const t = useText();
  const parts = useContext(ReaderPartsContext);
  if (state === 'skipped')
    return (
      <div className="app-skipped">
        <Note kind="info">{t('app.skipped')}</Note>
      </div>
    );
  if (outputs.length === 0 || (isHidden && state !== 'error')) return null;
  return (
    <div className="app-cell output" data-pending={state === 'waiting' || state === 'running' || undefined}>
      {parts && <parts.Outputs outputs={outputs} />}
    </div>
  );
}
