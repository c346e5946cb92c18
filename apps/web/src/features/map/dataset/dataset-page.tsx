import type { Dataset, DatasetBand } from '@groma/model';
import { Badge, Button, ExternalLinkIcon, useNumberFormat } from '@groma/ui';
import { useCan } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { catalogueStore } from './catalogue-store.ts';
import { EarthEngineFoot } from './earth-engine-foot.tsx';
import { indicesOf } from './order-wish.ts';
import { useScaleText } from './scale-text.ts';

/** What is known of a data set, and what can be done with it. */
export function DatasetPage({ entry }: { entry: Dataset }) {
  const t = useText();
  const scaleText = useScaleText();
  const format = useNumberFormat();
  const hasScenes = entry.visualization && entry.access.some((each) => 'stac' in each);
  const indices = indicesOf(entry);
  const mayUpdate = useCan('update', 'map');
  const mayUpload = useCan('upload', 'file');
  const revisit = entry.revisitDays === undefined ? '' : t('dataset.days', { count: entry.revisitDays });
  const facts: readonly [label: string, value: string][] = [
    [t('dataset.provider'), entry.provider],
    [t('dataset.scale'), scaleText(entry)],
    [t('dataset.dates'), `${entry.dates.from} – ${entry.dates.to ?? t('dataset.now')}`],
    [t('dataset.revisit'), revisit],
    [t('dataset.kind'), t(`dataset.types.${entry.type}`)],
    [t('dataset.indices'), indices.join(', ')],
  ];
  return (
    <>
      <div className="dataset-body">
        <p>{entry.description}</p>
        {entry.tags.length > 0 && (
          <div className="dataset-tags">
            {entry.tags.map((tag) => (
              <Badge key={tag}>{t(`dataset.tags.${tag}`)}</Badge>
            ))}
          </div>
        )}
        <dl>
          {facts
            .filter(([, value]) => value !== '')
            .map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          <div>
            <dt>{t('dataset.licence')}</dt>
            <dd>
              {entry.licence.link === undefined ? (
                entry.licence.name
              ) : (
                <OutsideLink href={entry.licence.link} text={entry.licence.name} />
              )}
            </dd>
          </div>
        </dl>
        <OutsideLink href={entry.link} text={t('dataset.more')} />
        <h4>{t('dataset.bands')}</h4>
        <div className="dataset-table" role="group" aria-label={t('dataset.bands')} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('dataset.band')}</th>
                <th scope="col">{t('dataset.meaning')}</th>
                <th scope="col">{t('dataset.wavelength')}</th>
                <th scope="col">{t('dataset.pixel')}</th>
                <th scope="col">{t('dataset.value')}</th>
              </tr>
            </thead>
            <tbody>
              {entry.bands.map((band) => (
                <tr key={band.name}>
                  <th scope="row">{band.name}</th>
                  <td>{band.title ?? ''}</td>
                  <td>{band.wavelength === undefined ? '' : `${format.format(band.wavelength)} nm`}</td>
                  <td>{scaleText({ scale: band.scale ?? entry.scale, coarseScale: entry.coarseScale })}</td>
                  <td>{valueText(band)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
      <div className="dataset-foot">
        {entry.access.some((each) => 'earthEngine' in each) && <EarthEngineFoot key={entry.id} entry={entry} />}
        {hasScenes ? (
          <>
            <Button
              variant="primary"
              onClick={() => catalogueStore.setState({ page: { kind: 'scenes', datasetId: entry.id } })}
            >
              {t('dataset.searchScenes')}
            </Button>
            <div className="dataset-orders">
              {entry.visualization && mayUpdate && (
                <Button onClick={() => catalogueStore.setState({ page: { kind: 'visualise', datasetId: entry.id } })}>
                  {t('dataset.visualise')}
                </Button>
              )}
              {entry.download && mayUpload && (
                <Button onClick={() => catalogueStore.setState({ page: { kind: 'download', datasetId: entry.id } })}>
                  {t('dataset.download')}
                </Button>
              )}
            </div>
          </>
        ) : (
          <small>{t('dataset.notFromHere')}</small>
        )}
      </div>
    </>
  );
}

/** How a stored value becomes what was measured: `× 0.0001 − 0.2 K`. */
function valueText({ factor, offset, unit }: DatasetBand): string {
  return [
    ...(factor === undefined ? [] : [`× ${factor}`]),
    ...(offset === undefined ? [] : [offset < 0 ? `− ${-offset}` : `+ ${offset}`]),
    ...(unit === undefined ? [] : [unit]),
  ].join(' ');
}

function OutsideLink({ href, text }: { href: string; text: string }) {
  return (
    <a className="dataset-link" href={href} target="_blank" rel="noopener noreferrer">
      {text}
      <ExternalLinkIcon size={12} />
    </a>
  );
}
