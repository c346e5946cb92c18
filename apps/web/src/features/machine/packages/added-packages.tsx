import type { PackageChange, PackagesReply } from '@groma/protocol';
import { confirm, EmptyState, IconButton, PackageIcon, TrashIcon, Truncated } from '@groma/ui';
import { fileSizeText } from '../../../platform/file-size.ts';
import { useText } from '../../../platform/text.ts';

interface AddedPackagesProps {
  packages: PackagesReply;
  mayChange: boolean;
  isBusy: boolean;
  onChange(change: Partial<PackageChange>): Promise<boolean>;
}

/** The packages of the project, those that were asked for by name first. */
export function AddedPackages({ packages: { added, bytes }, mayChange, isBusy, onChange }: AddedPackagesProps) {
  const t = useText();
  if (added.length === 0)
    return (
      <EmptyState icon={<PackageIcon size={18} />} title={t('packages.noneAdded')}>
        {t('packages.noneAddedText')}
      </EmptyState>
    );
  const remove = async (name: string) => {
    const isSure = await confirm({
      title: t('packages.removeTitle', { name }),
      body: t('packages.removeText'),
      confirmLabel: t('packages.removeConfirm'),
      danger: true,
    });
    if (isSure) await onChange({ remove: [name] });
  };
  return (
    <section className="packages-part" aria-label={t('packages.added')}>
      <h3>
        {t('packages.added')}
        <span className="packages-note">{fileSizeText(bytes)}</span>
      </h3>
      <ul>
        {added
          .toSorted((a, b) => Number(b.isRequested) - Number(a.isRequested))
          .map(({ name, version, isRequested }) => (
            <li key={name}>
              <Truncated text={name} />
              <span className="packages-version">{version}</span>
              {!isRequested && <span className="packages-note packages-why">{t('packages.needed')}</span>}
              {mayChange && (
                <IconButton
                  size="s"
                  label={t('packages.remove', { name })}
                  icon={<TrashIcon size={14} />}
                  disabled={isBusy}
                  onClick={() => {
                    void remove(name);
                  }}
                />
              )}
            </li>
          ))}
      </ul>
    </section>
  );
}
