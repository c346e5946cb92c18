import { datasetTags, type Dataset } from '@groma/model';
import { Button, EmptyState, SearchIcon, SelectField, TextField } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import { catalogueStore } from './catalogue-store.ts';
import { datasetOrders, findDatasets } from './find-datasets.ts';
import { useScaleText } from './scale-text.ts';

/** All data sets, by words, tag and order (SAT-009). */
export function DatasetList({ datasets }: { datasets: readonly Dataset[] }) {
  const t = useText();
  const scaleText = useScaleText();
  const { query, tag, order } = catalogueStore();
  const found = findDatasets(datasets, { query, tag, order });
  return (
    <>
      <div className="dataset-filters">
        <TextField
          size="s"
          type="search"
          icon={<SearchIcon size={14} />}
          aria-label={t('dataset.search')}
          placeholder={t('dataset.search')}
          value={query}
          onChange={(event) => catalogueStore.setState({ query: event.currentTarget.value })}
        />
        <div>
          <SelectField
            size="s"
            aria-label={t('dataset.tag')}
            options={[
              { value: 'all', label: t('dataset.allTags') },
              ...datasetTags.map((each) => ({ value: each, label: t(`dataset.tags.${each}`) })),
            ]}
            value={tag ?? 'all'}
            onChange={(chosen) => catalogueStore.setState({ tag: datasetTags.find((each) => each === chosen) ?? null })}
          />
          <SelectField
            size="s"
            aria-label={t('dataset.order')}
            options={datasetOrders.map((each) => ({ value: each, label: t(`dataset.orders.${each}`) }))}
            value={order}
            onChange={(chosen) => catalogueStore.setState({ order: chosen })}
          />
        </div>
      </div>
      <div className="dataset-rows">
        <small>{t('dataset.count', { count: found.length })}</small>
        {found.length === 0 && (
          <EmptyState icon={<SearchIcon size={18} />} title={t('dataset.nothingFound', { query: query.trim() })} />
        )}
        <ul>
          {found.map((entry) => (
            <li key={entry.id}>
              <button
                type="button"
                onClick={() => catalogueStore.setState({ page: { kind: 'dataset', id: entry.id } })}
              >
                <b>{entry.name}</b>
                <small>{[entry.provider, scaleText(entry)].filter(Boolean).join(' · ')}</small>
              </button>
            </li>
          ))}
        </ul>
      </div>
      <div className="dataset-foot">
        <Button onClick={() => catalogueStore.setState({ page: { kind: 'scenes', datasetId: null } })}>
          {t('dataset.searchScenes')}
        </Button>
      </div>
    </>
  );
}
