import { ErrorState, Note, SkeletonRows, useNumberFormat } from '@groma/ui';
import type { TemplateExposure } from '@groma/protocol';
import type { useQuery } from '@tanstack/react-query';
import { errorText } from '../../../platform/api.ts';
import { useLocale, useText } from '../../../platform/text.ts';

const kinds = [
  'maps',
  'layers',
  'stories',
  'notebooks',
  'workflows',
  'files',
  'databases',
  'queries',
  'outputs',
  'people',
] as const satisfies readonly (keyof TemplateExposure)[];

/** What readers would see, folded by kind. */
export function ExposureList({ exposure }: { exposure: ReturnType<typeof useQuery<TemplateExposure>> }) {
  const t = useText();
  const { data, error, isFetching } = exposure;
  const again = () => {
    void exposure.refetch();
  };
  return (
    <section className="publish-exposure" aria-labelledby="publish-exposure-title">
      <h3 id="publish-exposure-title">{t('template.exposure.title')}</h3>
      {data && <FilteredNote layers={data.layers} />}
      {data && <LostJoinsNote layers={data.layers} />}
      {data && <Kinds exposure={data} />}
      {!data && !error && <SkeletonRows rows={3} withIcon={false} />}
      {!data && error && (
        <ErrorState title={t('template.exposure.failed')} onRetry={again} isRetrying={isFetching}>
          {errorText(error)}
        </ErrorState>
      )}
    </section>
  );
}

/** A filter hides, and does not protect: whoever publishes is told of which layers. */
function FilteredNote({ layers }: Pick<TemplateExposure, 'layers'>) {
  const t = useText();
  const list = new Intl.ListFormat(useLocale(), { type: 'conjunction' });
  const names = layers.flatMap(({ name, is_filtered: isFiltered }) => (isFiltered ? [name] : []));
  if (names.length === 0) return null;
  return <Note kind="warning">{t('template.exposure.filtered', { layers: list.format(names) })}</Note>;
}

/** Readers don't get the columns of a table that is left out: whoever publishes is told of which layers. */
function LostJoinsNote({ layers }: Pick<TemplateExposure, 'layers'>) {
  const t = useText();
  const list = new Intl.ListFormat(useLocale(), { type: 'conjunction' });
  return layers.map(
    ({ name, lost_joins: lost = [] }, index) =>
      lost.length > 0 && (
        <Note key={index} kind="warning">
          {t('template.exposure.lostJoins', { name, layers: list.format(lost) })}
        </Note>
      ),
  );
}

function Kinds({ exposure }: { exposure: TemplateExposure }) {
  const t = useText();
  const number = useNumberFormat();
  const shown = kinds.filter((kind) => exposure[kind].length > 0);
  if (shown.length === 0) return <p className="publish-note">{t('template.exposure.nothing')}</p>;
  return shown.map((kind) => (
    <details key={kind}>
      <summary>
        {t(`template.exposure.kind.${kind}`)} <span>{number.format(exposure[kind].length)}</span>
      </summary>
      <ul>
        {exposure[kind].map(({ name, detail }, index) => (
          <li key={index}>
            <bdi>{name}</bdi>
            {detail !== undefined && detail !== '' && <small>{detail}</small>}
          </li>
        ))}
      </ul>
    </details>
  ));
}
