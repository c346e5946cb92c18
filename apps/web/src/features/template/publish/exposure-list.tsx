import { Button, ErrorState, Note, SkeletonRows, useNumberFormat } from '@groma/ui';
import type { TemplateExposure } from '@groma/protocol';
import type { useQuery } from '@tanstack/react-query';
import { errorText } from '../../../platform/api.ts';
import { useText } from '../../../platform/text.ts';
import { openRefused } from './open-refused.ts';
import type { NamedPublishable } from './publication-calls.ts';

const kinds = [
  'maps',
  'layers',
  'notebooks',
  'workflows',
  'files',
  'databases',
  'queries',
  'outputs',
  'people',
] as const satisfies readonly (keyof TemplateExposure)[];

interface ExposureListProps {
  thing: NamedPublishable;
  exposure: ReturnType<typeof useQuery<TemplateExposure>>;
  onLeave: () => void;
}

/** What readers would see, folded by kind, and before all else what keeps it from being published. */
export function ExposureList({ thing, exposure, onLeave }: ExposureListProps) {
  const t = useText();
  const { data, error, isFetching } = exposure;
  const again = () => {
    void exposure.refetch();
  };
  return (
    <section className="publish-exposure" aria-labelledby="publish-exposure-title">
      <h3 id="publish-exposure-title">{t('template.exposure.title')}</h3>
      {data && data.refused.length > 0 && (
        <Refused thing={thing} refused={data.refused} onLeave={onLeave} onAgain={again} isChecking={isFetching} />
      )}
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

function Refused({
  thing,
  refused,
  onLeave,
  onAgain,
  isChecking,
}: {
  thing: NamedPublishable;
  refused: TemplateExposure['refused'];
  onLeave: () => void;
  onAgain: () => void;
  isChecking: boolean;
}) {
  const t = useText();
  return (
    <Note kind="error">
      <p>{t('template.refused.text')}</p>
      <ul className="publish-refused">
        {refused.map(({ name, reason }, index) => (
          <li key={index}>
            <span>
              <bdi>{name}</bdi>
              <small>{t(`template.refused.reason.${reason}`)}</small>
            </span>
            <Button
              size="s"
              aria-label={t('template.refused.openOf', { name })}
              onClick={() => {
                onLeave();
                void openRefused(thing, name);
              }}
            >
              {t('template.open')}
            </Button>
          </li>
        ))}
      </ul>
      <Button size="s" loading={isChecking} onClick={onAgain}>
        {t('template.refused.again')}
      </Button>
    </Note>
  );
}
