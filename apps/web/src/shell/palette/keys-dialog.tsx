import { Button, CompassIcon, Dialog, Kbd } from '@groma/ui';
import { useText } from '../../platform/text.ts';
import { canRun, runCommand, useCommands } from '../../registry/command.ts';
import type { DialogHostProps } from '../../registry/dialog.ts';
import { keyRows } from '../../registry/key-rows.ts';
import { keyGroupsOf } from './key-groups.ts';
import './keys-dialog.css';

const tour = 'shell.take-tour';

/** The sheet of all keys (`?`). */
export function KeysDialog({ opened, onClose }: DialogHostProps) {
  const t = useText();
  return (
    <Dialog opened={opened} onClose={onClose} title={t('shell.keys.title')} size="xl">
      <div className="keys-dialog">
        {keyGroupsOf(useCommands(), keyRows()).map(({ title, rows }) => (
          <section key={title}>
            <h3>{t(title)}</h3>
            <dl>
              {rows.map((row) => (
                <div key={row.title}>
                  <dt>{t(row.title)}</dt>
                  <dd>
                    {row.keys.map((keys) => (
                      <Kbd key={keys} keys={keys} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        {canRun(tour) && (
          <Button
            icon={<CompassIcon />}
            onClick={() => {
              onClose();
              void runCommand(tour);
            }}
          >
            {t('tour.start')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
