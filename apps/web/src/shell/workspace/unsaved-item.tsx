import { AlertTriangleIcon } from '@groma/ui';
import { useEffect } from 'react';
import { useProject, useSession } from '../../platform/session.ts';
import { useText } from '../../platform/text.ts';
import { asideStore } from '../../platform/unsaved/aside-store.ts';
import { settleKept } from '../../platform/unsaved/settle-kept.ts';
import { openDialog } from '../../registry/dialog.ts';
import { unsavedWork } from './unsaved-work.ts';

/**
 * Work of this person that could not be merged: how much, and the way to it. Brings the rest to the server on entering.
 */
export function UnsavedItem() {
  const t = useText();
  const { id: person } = useSession();
  const { id: projectId } = useProject();
  useEffect(() => {
    settleKept(person, projectId).catch(() => undefined);
  }, [person, projectId]);
  const count = unsavedWork(
    asideStore((state) => state.records),
    projectId,
  ).length;
  if (count === 0) return null;
  const open = async () => openDialog((await import('./unsaved-dialog.tsx')).UnsavedDialog);
  return (
    <button
      type="button"
      className="status-bar-button"
      data-bad
      onClick={() => {
        void open();
      }}
    >
      <AlertTriangleIcon size={14} />
      {t('unsaved.count', { count })}
    </button>
  );
}
