import { browserTag } from '@groma/model';
import type { OwnTemplateReply } from '@groma/protocol';
import { Button, LinkButton, ProgressBar, toast } from '@groma/ui';
import { useState } from 'react';
import { errorText } from '../../../platform/api.ts';
import { useLocaleId, useText } from '../../../platform/text.ts';
import { stopPublishing, type NamedPublishable } from '../publish/publication-calls.ts';
import { reproduce, useReproducing, type Reproducing } from './reproducing-store.ts';

/** Whether the newest version of a published notebook came out again as it was, and the run that finds out. */
export function ReproductionPart({ thing, found }: { thing: NamedPublishable; found: OwnTemplateReply }) {
  const t = useText();
  const reproducing = useReproducing(thing);
  const { version } = found;
  return (
    <section className="publish-reproduction" aria-label={t('template.reproduce.title')}>
      <h3>{t('template.reproduce.title')}</h3>
      <Outcome found={found} />
      {reproducing ? (
        <Running reproducing={reproducing} />
      ) : (
        <Button
          onClick={() => {
            void reproduce(thing, found.id, version);
          }}
        >
          {t('template.reproduce.run')}
        </Button>
      )}
    </section>
  );
}

function Outcome({ found }: { found: OwnTemplateReply }) {
  const t = useText();
  const locale = useLocaleId();
  const reproduced = found.versions.find(({ version }) => version === found.version)?.reproduced;
  if (!reproduced) return <p className="publish-note">{t('template.reproduce.never')}</p>;
  const { ran_at: ranAt, cells: count, different } = reproduced;
  const date = new Date(ranAt).toLocaleDateString(browserTag(locale), { dateStyle: 'long' });
  return (
    <p className="publish-note">
      {different === 0
        ? t('template.reproduce.sameOn', { date })
        : t('template.reproduce.differsOn', { date, different, count })}{' '}
      <LinkButton
        size="s"
        href={`${location.origin}/${locale}${found.path}#reproduction`}
        target="_blank"
        rel="noopener"
      >
        {t('template.reproduce.show')}
      </LinkButton>
    </p>
  );
}

function Running({ reproducing: { operationId, version, progress, step } }: { reproducing: Reproducing }) {
  const t = useText();
  const [isStopping, setStopping] = useState(false);
  const label = t('template.reproduce.running', { version });
  const stop = async (id: string) => {
    setStopping(true);
    await stopPublishing(id).catch((error: unknown) => {
      toast.error(errorText(error));
      setStopping(false);
    });
  };
  return (
    <>
      <p role="status">{label}</p>
      <ProgressBar value={progress} label={label} />
      {step !== null && step !== '' && <p className="publish-note">{step}</p>}
      <p className="publish-note">{t('template.reproduce.mayClose')}</p>
      {operationId !== null && (
        <Button
          loading={isStopping}
          onClick={() => {
            void stop(operationId);
          }}
        >
          {t('template.reproduce.stop')}
        </Button>
      )}
    </>
  );
}
