import { Button, confirm, HistoryIcon, TrashIcon, useInterface } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import type { KeptDraft } from './kept-drafts.ts';

interface LeftDraftsProps {
  drafts: readonly KeptDraft[];
  onOpen(id: string): void;
  onDiscard(id: string): void;
}

/**
 * Queries that other tabs of this browser have left: each can be opened in place of the present one, which is left
 * then.
 */
export function LeftDrafts({ drafts, onOpen, onDiscard }: LeftDraftsProps) {
  const t = useText();
  const { locale } = useInterface();
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const discard = async (id: string) => {
    if (
      await confirm({
        title: t('database.draft.discardTitle'),
        body: t('database.draft.discardText'),
        confirmLabel: t('database.draft.discard'),
        danger: true,
      })
    )
      onDiscard(id);
  };
  return (
    <details className="sql-left-drafts" open={drafts.length === 1}>
      <summary>{t('database.draft.left', { count: drafts.length })}</summary>
      <ul aria-label={t('database.draft.list')}>
        {drafts.map(({ id, text, changedAt }) => (
          <li key={id}>
            <code dir="ltr" title={text}>
              {text.trim().replaceAll(/\s+/g, ' ')}
            </code>
            {changedAt > 0 && <time dateTime={new Date(changedAt).toISOString()}>{time.format(changedAt)}</time>}
            <Button size="s" icon={<HistoryIcon size={14} />} onClick={() => onOpen(id)}>
              {t('database.draft.open')}
            </Button>
            <Button
              size="s"
              variant="quiet"
              icon={<TrashIcon size={14} />}
              onClick={() => {
                void discard(id);
              }}
            >
              {t('database.draft.discard')}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
