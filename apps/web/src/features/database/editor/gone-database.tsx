import { CopyButton, DatabaseOffIcon, ErrorState } from '@groma/ui';
import { useState } from 'react';
import { useSession } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { readDrafts } from './kept-drafts.ts';

/**
 * In place of the editor of a database that is deleted or no longer shared: what was written for it can still be
 * copied.
 */
export function GoneDatabase({ databaseId, name }: { databaseId: string; name: string }) {
  const t = useText();
  const { id: userId } = useSession();
  const [drafts] = useState(() => readDrafts(userId, databaseId));
  return (
    <div className="sql-gone">
      <ErrorState icon={<DatabaseOffIcon size={18} />} title={t('database.gone', { name })}>
        {t('database.goneHint')}
      </ErrorState>
      {drafts.length > 0 && (
        <section aria-label={t('database.draft.ofGone')}>
          <h3>{t('database.draft.ofGone')}</h3>
          {drafts.map(({ id, text }) => (
            <div key={id}>
              <pre dir="ltr" tabIndex={0}>
                {text}
              </pre>
              <CopyButton label={t('database.draft.copy')} text={text} />
            </div>
          ))}
        </section>
      )}
    </div>
  );
}
