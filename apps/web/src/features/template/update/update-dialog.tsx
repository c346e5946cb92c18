import { Button, Dialog, LinkButton } from '@groma/ui';
import { useLocaleId, useText } from '../../../platform/text.ts';
import type { DialogHostProps } from '../../../registry/dialog.ts';
import { act } from '../../../registry/menu-entry.ts';
import type { TemplateSource } from '../../../registry/template-source.ts';
import { makeOfTemplate } from '../use/use-command.ts';
import '../template.css';

/**
 * What is new in a publication. The workspace stays as it is, with all that was changed in it: the new version becomes
 * a workspace of its own.
 */
export function UpdateDialog({ opened, onClose, source }: DialogHostProps & { source: TemplateSource }) {
  const t = useText();
  const locale = useLocaleId();
  const { template_id: templateId, title, version, newest_version: newest, changelog, path } = source;
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('template.update.title', { title, version: newest ?? '' })}
      foot={
        <>
          {path !== null && (
            <LinkButton href={`/${locale}${path}`} target="_blank" rel="noopener" className="template-foot-start">
              {t('template.links.show')}
            </LinkButton>
          )}
          <Button onClick={onClose}>{t('template.close')}</Button>
          <Button
            variant="primary"
            onClick={() => {
              onClose();
              act(makeOfTemplate, { templateId, version: newest ?? undefined });
            }}
          >
            {t('template.update.make', { version: newest ?? '' })}
          </Button>
        </>
      }
    >
      <p>{t('template.update.text', { version })}</p>
      {changelog !== null && changelog.trim() !== '' && (
        <blockquote className="template-changelog" dir="auto">
          {changelog}
        </blockquote>
      )}
    </Dialog>
  );
}
