import { hub } from '@groma/protocol';
import { MapIcon, NotebookIcon, SchemaIcon, TemplateIcon } from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { useLocaleId, useText } from '../../platform/text.ts';

const icons = { MAP: MapIcon, NOTEBOOK: NotebookIcon, SOLUTION: TemplateIcon, WORKFLOW: SchemaIcon };
/** Publications that are shown: two rows of a wide page. */
const most = 8;

/** The newest public publications (PUB-001); nothing while there are none, or where they cannot be read. */
export function HubNewest() {
  const t = useText();
  const locale = useLocaleId();
  const { data } = useQuery({
    queryKey: ['hub-newest'],
    queryFn: async () => (await api.call(hub.listTemplates, { query: { sort: 'newest', access: 'public' } })).data,
  });
  const shown = (data ?? []).slice(0, most);
  if (shown.length === 0) return null;
  return (
    <section className="hub-newest" aria-labelledby="hub-newest-title">
      <h2 id="hub-newest-title">{t('template.hub.newest')}</h2>
      <ul>
        {shown.map(({ id, type, title, author, path, thumbnail_url: picture }) => {
          const TypeIcon = icons[type];
          return (
            <li key={id}>
              <a href={`/${locale}${path}`}>
                <span className="hub-newest-picture">
                  {picture?.startsWith('/') ? <img src={picture} alt="" loading="lazy" /> : <TypeIcon size={24} />}
                </span>
                <b dir="auto">{title}</b>
              </a>
              <small>
                <TypeIcon size={14} />
                {t(`template.type.${type}`)}
                {author && <bdi>{author.name}</bdi>}
              </small>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
