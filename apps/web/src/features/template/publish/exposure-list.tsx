import { ErrorState, SkeletonRows, useNumberFormat } from '@groma/ui';
import type { TemplateExposure } from '@groma/protocol';
import type { useQuery } from '@tanstack/react-query';
import { errorText } from '../../../platform/api.ts';
import { useText } from '../../../platform/text.ts';

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
