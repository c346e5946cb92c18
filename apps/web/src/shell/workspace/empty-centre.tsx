import { Button, Mark, PlusIcon } from '@groma/ui';
import { roomStore } from '../../platform/project-room.ts';
import { useProject } from '../../platform/session.ts';
import { useText } from '../../platform/text.ts';
import { canRun, runCommand, useCommands } from '../../registry/command.ts';
import './empty-centre.css';

/** What a person may begin with, by what is there to begin it. */
const offers = ['map.create', 'notebook.create', 'file.upload'];

/** The centre with nothing open: what goes here, and the ways to start. */
export function EmptyCentre() {
  const t = useText();
  // The role decides which offers stand; the commands read it themselves.
  useProject();
  roomStore();
  const commands = useCommands()
    .filter(({ id }) => offers.includes(id) && canRun(id))
    .toSorted((first, second) => offers.indexOf(first.id) - offers.indexOf(second.id));
  return (
    <div className="empty-centre">
      <Mark size={40} />
      <h2>{t('shell.emptyCentre')}</h2>
      <p>{t(commands.length > 0 ? 'shell.emptyCentreText' : 'shell.emptyCentreReader')}</p>
      {commands.length > 0 && (
        <div className="empty-centre-offers">
          {commands.map(({ id, title, icon: CommandIcon }) => (
            <Button
              key={id}
              icon={CommandIcon ? <CommandIcon /> : <PlusIcon />}
              onClick={() => {
                void runCommand(id);
              }}
            >
              {t(title)}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
