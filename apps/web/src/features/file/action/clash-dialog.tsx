import { baseName, type ClashRule } from '@groma/model';
import { Button, Check, Dialog } from '@groma/ui';
import { useState } from 'react';
import { useText } from '../../../platform/text.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';
import { folderOf } from '../entry/file-path.ts';

export interface ClashAnswer {
  rule: Extract<ClashRule, 'replace' | 'number' | 'skip'>;
  isForAll: boolean;
}

interface Clash {
  /** The path that is taken. */
  path: string;
  /** How many others may ask the same. */
  more: number;
}

let asking: Promise<unknown> = Promise.resolve();

/**
 * Asks what to do with a taken name, one question after another; leaving the dialog skips this one. `clash` is asked
 * when its turn comes: an answer may have been given meanwhile.
 */
export function askClash(clash: () => Clash | ClashAnswer): Promise<ClashAnswer> {
  const answer = asking.then(() => {
    const given = clash();
    return 'rule' in given ? given : ask(given);
  });
  asking = answer.catch(() => undefined);
  return answer;
}

function ask(clash: Clash): Promise<ClashAnswer> {
  return new Promise((resolve) => {
    openDialog(function HostedClash(props) {
      return <ClashDialog {...props} clash={clash} onAnswer={resolve} />;
    });
  });
}

function ClashDialog({
  opened,
  onClose,
  clash: { path, more },
  onAnswer,
}: DialogHostProps & { clash: Clash; onAnswer: (answer: ClashAnswer) => void }) {
  const t = useText();
  const [isForAll, setForAll] = useState(false);
  const answer = (rule: ClashAnswer['rule']) => {
    onAnswer({ rule, isForAll });
    onClose();
  };
  return (
    <Dialog
      opened={opened}
      onClose={() => answer('skip')}
      title={t('file.clash.title', { name: baseName(path) })}
      foot={
        <>
          <Button onClick={() => answer('skip')}>{t('file.clash.skip')}</Button>
          <Button onClick={() => answer('number')}>{t('file.clash.keepBoth')}</Button>
          <Button variant="primary" data-autofocus onClick={() => answer('replace')}>
            {t('file.clash.replace')}
          </Button>
        </>
      }
    >
      <p>{t('file.clash.text', { folder: folderOf(path) })}</p>
      {more > 0 && (
        <Check checked={isForAll} onChange={setForAll}>
          {t('file.clash.forAll')}
        </Check>
      )}
    </Dialog>
  );
}
