import { Button, confirm, CopyButton, Dialog, DownloadIcon, RefreshIcon, TrashIcon, useInterface } from '@groma/ui';
import { useState } from 'react';
import { renewLiveDocument } from '../../platform/live.ts';
import { useProject } from '../../platform/session.ts';
import { useText } from '../../platform/text.ts';
import { asideStore, discardAside } from '../../platform/unsaved/aside-store.ts';
import { tryAgain } from '../../platform/unsaved/settle-kept.ts';
import type { DialogHostProps } from '../../registry/dialog.ts';
import { unsavedWork, type UnsavedWork } from './unsaved-work.ts';
import './unsaved-dialog.css';

/** Trying again changes nothing. */
const hopeless: ReadonlySet<string> = new Set(['CONFLICT', 'TOO_LARGE', 'NOTEBOOK_NOT_FOUND', 'PLACE_GONE']);
/** Reasons with words of their own, by error code. */
const reasons = {
  FORBIDDEN: 'forbidden',
  NO_PLAN: 'plan',
  PLAN_EXPIRED: 'plan',
  NOT_FOUND: 'gone',
  NOTEBOOK_NOT_FOUND: 'gone',
  CONFLICT: 'replaced',
  PLACE_GONE: 'placeGone',
  TOO_LARGE: 'tooLarge',
  LAYER_LOCKED: 'locked',
  LAYER_NOT_FOUND: 'layerGone',
  LAYER_NOT_VECTOR: 'layerGone',
  FEATURE_NOT_FOUND: 'featureGone',
  COLUMN_NOT_FOUND: 'columns',
  COLUMN_EXISTS: 'columns',
} as const;

/** All work of this person that could not be merged, with what can be done with it (SHL-121). */
export function UnsavedDialog({ opened, onClose }: DialogHostProps) {
  const t = useText();
  const { id: projectId } = useProject();
  const found = unsavedWork(
    asideStore((state) => state.records),
    projectId,
  );
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('unsaved.title')}
      size="l"
      foot={<Button onClick={onClose}>{t('unsaved.close')}</Button>}
    >
      <p className="unsaved-hint">{t(found.length === 0 ? 'unsaved.none' : 'unsaved.hint')}</p>
      <ul className="unsaved-list">
        {found.map((work) => (
          <Work key={work.key} work={work} />
        ))}
      </ul>
    </Dialog>
  );
}

function Work({ work }: { work: UnsavedWork }) {
  const t = useText();
  const { locale } = useInterface();
  const [isBusy, setBusy] = useState(false);
  const { title, code, madeAt, text } = work;
  const reason = reasons[code as keyof typeof reasons] ?? 'other';
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(madeAt);
  const again = async () => {
    setBusy(true);
    await tryAgain(work.records).catch(() => undefined);
    setBusy(false);
  };
  return (
    <li>
      <h3 dir="auto">{title || t('unsaved.untitled')}</h3>
      <p>
        {t(`unsaved.reason.${reason}`)} {t('unsaved.madeAt', { time })}
      </p>
      {text === '' ? (
        <p>{t('unsaved.noText')}</p>
      ) : (
        <pre dir="auto" tabIndex={0} aria-label={t('unsaved.text')}>
          {text}
        </pre>
      )}
      <div className="unsaved-choices">
        {text !== '' && <CopyButton label={t('unsaved.copy')} text={text} />}
        {text !== '' && (
          <Button
            size="s"
            icon={<DownloadIcon />}
            onClick={() => {
              save(title || 'unsaved', text);
            }}
          >
            {t('unsaved.download')}
          </Button>
        )}
        {!hopeless.has(code) && (
          <Button
            size="s"
            icon={<RefreshIcon size={14} />}
            loading={isBusy}
            onClick={() => {
              void again();
            }}
          >
            {t('unsaved.again')}
          </Button>
        )}
        <Button
          size="s"
          variant="quiet"
          icon={<TrashIcon size={14} />}
          onClick={() => {
            void discard(work, t);
          }}
        >
          {t('unsaved.discard')}
        </Button>
      </div>
    </li>
  );
}

async function discard({ records }: UnsavedWork, t: ReturnType<typeof useText>): Promise<void> {
  if (
    !(await confirm({
      title: t('unsaved.discardTitle'),
      body: t('unsaved.discardText'),
      confirmLabel: t('unsaved.discard'),
      danger: true,
    }))
  )
    return;
  await discardAside(records.map(({ id }) => id));
  // A document that is open may still show it.
  renewLiveDocument(records[0]!.place);
}

function save(title: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${title.replaceAll(/[/\\]/g, '_')}.txt`;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, 1_000);
}
