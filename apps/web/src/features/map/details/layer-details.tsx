import type { VectorLayerData } from '@groma/protocol';
import { Button, Dialog, useNumberFormat } from '@groma/ui';
import { Fragment, type ReactNode } from 'react';
import { useText } from '../../../platform/text.ts';
import { openDialog, type DialogHostProps } from '../../../registry/dialog.ts';
import './layer-details.css';

/**
 * Shows where a layer came from, in which coordinate system, and what it holds. `onOtherEncoding` imports its file once
 * more.
 */
export function openLayerDetails(name: string, data: VectorLayerData, onOtherEncoding?: (path: string) => void): void {
  openDialog((props) => <LayerDetails {...props} name={name} data={data} onOtherEncoding={onOtherEncoding} />);
}

interface LayerDetailsProps extends DialogHostProps {
  name: string;
  data: VectorLayerData;
  onOtherEncoding: ((path: string) => void) | undefined;
}

function LayerDetails({ opened, onClose, name, data: { manifest, source }, onOtherEncoding }: LayerDetailsProps) {
  const t = useText();
  const number = useNumberFormat();
  const degrees = useNumberFormat({ maximumFractionDigits: 5 });
  const [west, south, east, north] = manifest.bbox ?? [];
  const rows: [string, ReactNode][] = [
    ['file', source.file_path ?? t('layer.details.drawn')],
    ...(source.crs === undefined ? [] : [['crs', source.crs] as [string, ReactNode]]),
    ['features', number.format(manifest.featureCount)],
    ['kinds', manifest.parts.map(({ kind, rows: count }) => t(`layer.details.${kind}`, { count })).join(', ') || '–'],
    ['columns', number.format(manifest.columns.length)],
    [
      'extent',
      west === undefined
        ? t('layer.details.nowhere')
        : `${degrees.format(west)}, ${degrees.format(south!)} – ${degrees.format(east!)}, ${degrees.format(north!)}`,
    ],
  ];
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('layer.details.title', { name })}
      foot={
        <>
          {onOtherEncoding && source.file_path !== undefined && (
            <Button
              onClick={() => {
                onClose();
                onOtherEncoding(source.file_path!);
              }}
            >
              {t('layer.encoding.again')}
            </Button>
          )}
          <Button onClick={onClose}>{t('layer.details.close')}</Button>
        </>
      }
    >
      <dl className="layer-details">
        {rows.map(([key, value]) => (
          <Fragment key={key}>
            <dt>{t(`layer.details.${key}`)}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
        {(source.warnings ?? []).length > 0 && (
          <>
            <dt>{t('layer.details.warnings')}</dt>
            <dd>
              <ul>
                {source.warnings!.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            </dd>
          </>
        )}
      </dl>
    </Dialog>
  );
}
