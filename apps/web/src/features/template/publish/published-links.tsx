import { templateWords } from '@groma/model';
import type { OwnTemplateReply } from '@groma/protocol';
import { CopyButton, ExternalLinkIcon, LinkButton, TextField } from '@groma/ui';
import { useLocaleId, useText } from '../../../platform/text.ts';

/** Where a publication is read, and how another page shows it. */
export function PublishedLinks({ found }: { found: OwnTemplateReply }) {
  const t = useText();
  const link = `${location.origin}/${useLocaleId()}${found.path}`;
  return (
    <div className="publish-links">
      <Copied label={t('template.links.public')} copy={t('template.links.copy')} text={link} />
      <Copied
        label={t('template.links.embed')}
        copy={t('template.links.copyEmbed')}
        text={embedCode(found)}
        hint={t(found.embed_origins.length === 0 ? 'template.links.embedNowhere' : 'template.links.embedHint')}
      />
      <LinkButton href={link} target="_blank" rel="noopener" icon={<ExternalLinkIcon size={14} />}>
        {t('template.links.show')}
      </LinkButton>
    </div>
  );
}

/** What another page takes in to show the publication. */
function embedCode({ id, type, title }: Pick<OwnTemplateReply, 'id' | 'type' | 'title'>): string {
  const escaped = title.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const address = `${location.origin}/embed/${templateWords[type]}s/${id}`;
  return `<iframe src="${address}" title="${escaped}" width="800" height="600" loading="lazy" allowfullscreen></iframe>`;
}

function Copied({ label, copy, text, hint }: { label: string; copy: string; text: string; hint?: string }) {
  return (
    <TextField
      label={label}
      hint={hint}
      dir="ltr"
      readOnly
      value={text}
      onFocus={(event) => event.currentTarget.select()}
      rightSection={<CopyButton size="s" label={copy} text={text} />}
    />
  );
}
