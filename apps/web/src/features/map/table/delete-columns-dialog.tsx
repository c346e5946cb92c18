import type { Column } from '@groma/geo';
import { Button, Check, Dialog, SearchIcon, TextField, toast } from '@groma/ui';
import { useState } from 'react';
import { errorText } from '../../../platform/api.ts';
import { useText } from '../../../platform/text.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';
import type { MapSession } from '../session/map-session.ts';

/** Asks which columns to delete (VEC-014); none chosen, nothing happens (VEC-024). */
export function askDeleteColumns(
  session: MapSession,
  layerId: string,
  columns: readonly Column[],
  chosen: readonly string[] = [],
): void {
  openDialog((props) => (
    <DeleteColumnsDialog {...props} session={session} layerId={layerId} columns={columns} first={chosen} />
  ));
}

function DeleteColumnsDialog({
  opened,
  onClose,
  session,
  layerId,
  columns,
  first,
}: DialogHostProps & { session: MapSession; layerId: string; columns: readonly Column[]; first: readonly string[] }) {
  const t = useText();
  const [chosen, setChosen] = useState(first);
  const [typed, setTyped] = useState('');
  const submit = () => {
    onClose();
    if (chosen.length === 0) return;
    session.edits.edit(layerId, { type: 'Delete_Column', columns: [...chosen] }).then(
      () => toast.info(t('table.columnsDeleted', { count: chosen.length })),
      (error: unknown) => toast.error(errorText(error)),
    );
  };
  const foot = (
    <>
      <Button onClick={onClose}>{t('map.cancel')}</Button>
      <Button type="submit" variant="primary" disabled={chosen.length === 0}>
        {chosen.length === 0 ? t('table.deleteColumns') : t('table.deleteColumnCount', { count: chosen.length })}
      </Button>
    </>
  );
  const listed = columns.filter(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()));
  return (
    <Dialog opened={opened} onClose={onClose} title={t('table.deleteColumns')} onSubmit={submit} foot={foot}>
      <p>{t('table.deleteColumnsText')}</p>
      {columns.length > 10 && (
        <TextField
          size="s"
          aria-label={t('table.findColumn')}
          placeholder={t('table.findColumn')}
          icon={<SearchIcon size={14} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <div className="column-checks" role="group" aria-label={t('table.columns')}>
        {listed.slice(0, 500).map(({ name }) => (
          <Check
            key={name}
            checked={chosen.includes(name)}
            onChange={(isChosen) => setChosen(isChosen ? [...chosen, name] : chosen.filter((each) => each !== name))}
          >
            {name}
          </Check>
        ))}
      </div>
    </Dialog>
  );
}
