import { Button, Dialog } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';

type CogAnswer = 'convert' | 'as-is' | 'cancel';

/** Asks whether a large raster is to be converted, so that it is drawn fast (RAS-015). */
export function askCogQuestion(name: string): Promise<CogAnswer> {
  return new Promise((resolve) => {
    openDialog((props) => <CogQuestion {...props} name={name} onAnswer={resolve} />);
  });
}

function CogQuestion({
  opened,
  onClose,
  name,
  onAnswer,
}: DialogHostProps & { name: string; onAnswer: (answer: CogAnswer) => void }) {
  const t = useText();
  const end = (answer: CogAnswer) => {
    onAnswer(answer);
    onClose();
  };
  const foot = (
    <>
      <Button onClick={() => end('cancel')}>{t('raster.cog.cancel')}</Button>
      <Button onClick={() => end('as-is')}>{t('raster.cog.asIs')}</Button>
      <Button type="submit" variant="primary">
        {t('raster.cog.convert')}
      </Button>
    </>
  );
  return (
    <Dialog
      opened={opened}
      onClose={() => end('cancel')}
      title={t('raster.cog.title', { name })}
      onSubmit={() => end('convert')}
      foot={foot}
    >
      {t('raster.cog.text')}
    </Dialog>
  );
}
