import type { AppRemark } from '@groma/protocol';
import { Note } from '@groma/ui';
import { useContext } from 'react';
import { useText } from '../../../platform/text.ts';
import type { ShownCell } from './app-state.ts';
import { ReaderPartsContext } from './reader-parts.ts';

const remarkTexts: Readonly<Record<AppRemark, string>> = { cut: 'app.cut', 'no-databases': 'app.noDatabases' };

/** What a code block shows to readers. Where its author has folded that away, its errors are shown all the same. */
export function AppCell({ cell: { state, outputs, remark }, isHidden }: { cell: ShownCell; isHidden: boolean }) {
  const t = useText();
  const parts = useContext(ReaderPartsContext);
  if (state === 'skipped')
    return (
      <div className="app-skipped">
        <Note kind="info">{t('app.skipped')}</Note>
      </div>
    );
  if ((outputs.length === 0 && !remark) || (isHidden && state !== 'error')) return null;
  return (
    <div className="app-cell output" data-pending={state === 'waiting' || state === 'running' || undefined}>
      {parts && outputs.length > 0 && <parts.Outputs outputs={outputs} />}
      {remark && <Note kind={remark === 'cut' ? 'info' : 'error'}>{t(remarkTexts[remark])}</Note>}
    </div>
  );
}
