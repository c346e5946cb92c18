import type { PackageChange, PackagesReply } from '@groma/protocol';
import { Button, Note, Truncated } from '@groma/ui';
import { useText } from '../../../platform/text.ts';

const mostWheels = 20;

interface FileOffersProps {
  packages: PackagesReply;
  mayChange: boolean;
  isBusy: boolean;
  onChange(change: Partial<PackageChange>): Promise<boolean>;
}

/** What the files of the project offer to install: requirements.txt, with what of it is missing, and wheels. */
export function FileOffers({ packages, mayChange, isBusy, onChange }: FileOffersProps) {
  const t = useText();
  const { requirements, wheels } = packages;
  if (!requirements && wheels.length === 0) return null;
  return (
    <section className="packages-part" aria-label={t('packages.fromFiles')}>
      <h3>{t('packages.fromFiles')}</h3>
      {requirements?.problem && <Note kind="warning">{requirements.problem}</Note>}
      {requirements && !requirements.problem && (
        <div className="packages-file">
          <span>{requirements.path.slice('/data/'.length)}</span>
          <span className="packages-note" data-missing={requirements.missing.length > 0 || undefined}>
            {requirements.missing.length === 0
              ? t('packages.complete')
              : t('packages.missing', { names: requirements.missing.join(', ') })}
          </span>
          {mayChange && requirements.missing.length > 0 && (
            <Button
              size="s"
              disabled={isBusy}
              aria-label={t('packages.installRequirements')}
              onClick={() => {
                void onChange({ files: [requirements.path] });
              }}
            >
              {t('packages.install')}
            </Button>
          )}
        </div>
      )}
      {wheels.slice(0, mostWheels).map((path) => (
        <div key={path} className="packages-file">
          <Truncated text={path.slice('/data/'.length)} />
          {mayChange && (
            <Button
              size="s"
              disabled={isBusy}
              aria-label={t('packages.installWheel', { name: path.slice('/data/'.length) })}
              onClick={() => {
                void onChange({ files: [path] });
              }}
            >
              {t('packages.install')}
            </Button>
          )}
        </div>
      ))}
    </section>
  );
}
