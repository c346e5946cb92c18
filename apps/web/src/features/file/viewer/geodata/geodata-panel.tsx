import { fileSizeText } from '../../../../platform/file-size.ts';
import { Button, CodeIcon, MapPlusIcon, Menu, SkeletonRows, useNumberFormat } from '@groma/ui';
import type { LegacyEncoding } from '@groma/model';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCan } from '../../../../platform/session.ts';
import { useText } from '../../../../platform/text.ts';
import type { PanelProps } from '../../../../registry/panel.ts';
import { isOfFamily } from '../../entry/file-type.ts';
import { EncodingChoice, InEncoding } from '../encoding-choice.tsx';
import { openSource } from '../../action/open-as.ts';
import { ViewerFailure, ViewerFrame, ViewerTools, type OpenedFile } from '../viewer-frame.tsx';
import type { ViewerParams } from '../viewer-params.ts';
import { describeGeodata, type GeodataCard } from '../window-calls.ts';
import { mapChoices } from './add-to-map.tsx';
import { ExtentMap } from './extent-map.tsx';
import './geodata-panel.css';

/** A geodata file as a card: what it holds and where it lies. */
export function Panel({ params: { path } }: PanelProps<ViewerParams>) {
  return (
    <ViewerFrame path={path}>
      {(file) => (
        <InEncoding file={file}>{(shown, onEncoding) => <Geodata file={shown} onEncoding={onEncoding} />}</InEncoding>
      )}
    </ViewerFrame>
  );
}

function Geodata({ file, onEncoding }: { file: OpenedFile; onEncoding: (encoding: LegacyEncoding) => void }) {
  const t = useText();
  const mayAdd = useCan('update', 'map');
  const { projectId, path, identity, encoding } = file;
  const { data, error, refetch } = useQuery({
    queryKey: ['geodata', projectId, path, identity, encoding],
    queryFn: () => describeGeodata({ projectId, path, encoding }),
    staleTime: Infinity,
    retry: false,
  });
  const maps = useQuery({
    queryKey: ['map-choices', projectId],
    queryFn: () => mapChoices(projectId, path),
    enabled: mayAdd,
    staleTime: 5_000,
  });
  return (
    <>
      <ViewerTools>
        {mayAdd && data && (
          <Menu
            target={
              <Button size="s" variant="primary" icon={<MapPlusIcon />}>
                {t('file.addToMap')}
              </Button>
            }
            items={maps.data ?? []}
          />
        )}
        {isOfFamily(path, 'text') && (
          <Button size="s" variant="quiet" icon={<CodeIcon />} onClick={() => openSource(path, file.bytes)}>
            {t('file.viewer.source')}
          </Button>
        )}
      </ViewerTools>
      {error && (
        <ViewerFailure
          error={error}
          onRetry={() => {
            void refetch();
          }}
        />
      )}
      {!error && !data && <SkeletonRows rows={8} withIcon={false} />}
      {data && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
        <div className="viewer-page" role="document" aria-label={t('file.contentOf', { path })} tabIndex={0}>
          <Card card={data} path={path} onEncoding={onEncoding} />
        </div>
      )}
    </>
  );
}

function Card({
  card,
  path,
  onEncoding,
}: {
  card: GeodataCard;
  path: string;
  onEncoding: (encoding: LegacyEncoding) => void;
}) {
  const t = useText();
  const number = useNumberFormat();
  const { raster, layers, text } = card;
  return (
    <div className="geodata-card">
      <div className="geodata-head">
        <dl>
          <Fact name={t('file.viewer.format')}>{card.format}</Fact>
          <Fact name={t('file.viewer.size')}>{fileSizeText(card.bytes)}</Fact>
          {card.companions.length > 0 && <Fact name={t('file.viewer.companions')}>{card.companions.join(', ')}</Fact>}
          {text && (
            <Fact name={t('file.viewer.encoding')}>
              <EncodingChoice path={path} {...text} onEncoding={onEncoding} />
            </Fact>
          )}
          {layers.length > 1 && <Fact name={t('file.viewer.layers')}>{number.format(layers.length)}</Fact>}
          {raster && (
            <Fact name={t('file.viewer.dimensions')}>
              {t('file.viewer.pixels', { width: raster.width, height: raster.height })}
            </Fact>
          )}
          {raster && (
            <Fact name={t('file.viewer.crs')}>
              <Crs crs={raster.crs} />
            </Fact>
          )}
          {raster?.pixelSize && (
            <Fact name={t('file.viewer.pixelSize')}>
              {raster.pixelSize.map((size) => number.format(size)).join(' × ')}
            </Fact>
          )}
          {raster?.compression && <Fact name={t('file.viewer.compression')}>{raster.compression}</Fact>}
          {raster && <Fact name={t('file.viewer.overviews')}>{number.format(raster.overviews)}</Fact>}
        </dl>
        {card.extent ? (
          <ExtentMap extent={card.extent} />
        ) : (
          <p className="geodata-nowhere">{t('file.viewer.noPlace')}</p>
        )}
      </div>
      {raster && (
        <Listing
          title={t('file.viewer.bands', { count: raster.bands.length })}
          heads={[t('file.viewer.band'), t('file.viewer.type'), t('file.viewer.nodata')]}
          rows={raster.bands.map(({ name, type, nodata }) => [name, type, nodata ?? '–'])}
        />
      )}
      {layers.map((layer) => (
        <section key={layer.name} className="geodata-layer">
          <h3>{layer.name}</h3>
          <dl>
            <Fact name={t('file.viewer.geometry')}>{layer.geometry ?? t('file.viewer.noGeometry')}</Fact>
            <Fact name={t('file.viewer.features')}>
              {layer.count === null ? t('file.viewer.unknown') : number.format(layer.count)}
            </Fact>
            <Fact name={t('file.viewer.crs')}>
              <Crs crs={layer.crs} />
            </Fact>
          </dl>
          <Listing
            title={t('file.viewer.columns', { count: layer.columns.length })}
            heads={[t('file.viewer.column'), t('file.viewer.type')]}
            rows={layer.columns.map(({ name, type }) => [name, type])}
          />
        </section>
      ))}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Crs({ crs }: { crs: { name: string; code: string | null } | null }) {
  const t = useText();
  return crs ? (
    <>
      {crs.name}
      {crs.code !== null && <code>{crs.code}</code>}
    </>
  ) : (
    t('file.viewer.noCrs')
  );
}

function Listing({ title, heads, rows }: { title: string; heads: string[]; rows: string[][] }) {
  if (rows.length === 0) return null;
  return (
    <table className="geodata-list">
      <caption>{title}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {row.map((cell, place) => (
              <td key={heads[place]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
