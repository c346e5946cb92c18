import { GromaError } from '@groma/model';
import { assistant, machine, type ChatChangeReply } from '@groma/protocol';
import { Button, Note, PlayerPlayIcon } from '@groma/ui';
import { useMutation } from '@tanstack/react-query';
import { api, errorText } from '../../../platform/api.ts';
import { useText } from '../../../platform/text.ts';
import type { ChangePlace } from './change-calls.ts';

/** Runs a cell as it is proposed, in a kernel of its own, and shows what it gives; nothing of it stays. */
export function CellTrial({ place, change }: { place: ChangePlace; change: ChatChangeReply }) {
  const t = useText();
  const trial = useMutation({ mutationFn: () => tryCell(place, change.id) });
  const { data, error, isPending } = trial;
  const label = t('chat.tool.try_code');
  return (
    <div className="change-trial">
      <Button
        size="s"
        icon={<PlayerPlayIcon size={14} />}
        loading={isPending}
        aria-label={`${label}: ${change.title}`}
        onClick={() => trial.mutate()}
      >
        {label}
      </Button>
      <div role="status">
        {isPending && <small>{t('change.trying')}</small>}
        {error && <Note kind="error">{errorText(error)}</Note>}
        {data && !isPending && (
          <>
            <b>{t(`change.trial.${data.state}`, { number: data.number })}</b>
            {data.output === '' ? (
              <p>{t('change.trial.noOutput')}</p>
            ) : (
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
              <pre tabIndex={0} dir="ltr">
                {data.output}
              </pre>
            )}
          </>
        )}
      </div>
    </div>
  );
}

/** Tries a cell; where the machine does not run it is started first. */
async function tryCell({ projectId, threadId }: ChangePlace, changeId: string) {
  const run = async () => (await api.call(assistant.tryChange, { params: { projectId, threadId, changeId } })).data;
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof GromaError) || error.code !== 'MACHINE_NOT_ACCESSIBLE') throw error;
    await api.call(machine.startMachine, { params: { projectId }, body: {} });
    return run();
  }
}
