import type { Bbox } from '@groma/geo';
import {
  Button,
  Check,
  Dialog,
  Note,
  Segmented,
  SelectField,
  TextField,
  useInterface,
  useNumberFormat,
} from '@groma/ui';
import { useState } from 'react';
import { useText } from '../../../platform/text.ts';
import type { DialogHostProps } from '../../../registry/dialog.ts';
import type { ReadMap } from '../session/read-map.ts';
import { metresPerPixelAt } from '../view/map-maths.ts';
import type { MapView } from '../view/map-view.ts';
import { drawLargeMap } from './draw-large-map.ts';
import { drawPage, roundScale } from './draw-page.ts';
import { legendLayers } from './legend-layers.ts';
import { dots, pageLayout, papers, type Orientation, type Paper } from './paper.ts';
import { savePage, type PageFormat } from './save-page.ts';

interface PrintDialogProps extends DialogHostProps {
  map: ReadMap;
  view: MapView;
  title: string;
  attribution: string;
  /** Has what lies in a box of degrees read, where only what is in sight has been. */
  prepare?: (sight: Bbox) => Promise<void>;
}

const paperNames = Object.keys(papers) as Paper[];
const pixelMillimetres = 25.4 / 96;

/** Asks for paper and heading, and saves what a map shows as a page of 300 dots an inch. */
export function PrintDialog({ opened, onClose, map, view, title, attribution, prepare }: PrintDialogProps) {
  const t = useText();
  const { locale, direction } = useInterface();
  const number = useNumberFormat();
  const rasterNumber = useNumberFormat({ maximumFractionDigits: 12 });
  const [heading, setHeading] = useState(title);
  const [paper, setPaper] = useState<Paper>('A4');
  const [orientation, setOrientation] = useState<Orientation>('landscape');
  const [format, setFormat] = useState<PageFormat>('pdf');
  const [hasLegend, setLegend] = useState(true);
  const [isDrawing, setDrawing] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const layout = pageLayout(paper, orientation, heading.trim() !== '');
  const screen = view.map.getContainer();
  const closer = Math.log2(
    Math.min(
      layout.map.width / pixelMillimetres / screen.clientWidth,
      layout.map.height / pixelMillimetres / screen.clientHeight,
    ),
  );
  const metres = metresPerPixelAt(view.view.latitude, view.view.zoom + closer);
  const save = async () => {
    setDrawing(true);
    setFailed(false);
    try {
      const large = await drawLargeMap(map, view, { ...layout.map, theme: 'light', prepare });
      const canvas = drawPage(layout, large, {
        heading: heading.trim(),
        attribution,
        legend: hasLegend ? legendLayers(map.state, large.zoom, { t, locale, number: rasterNumber }) : [],
        legendTitle: t('map.legend'),
        north: t('map.north'),
        direction,
        number,
      });
      await savePage(canvas, format, { paper: layout, title: heading.trim() || title });
      onClose();
    } catch {
      setFailed(true);
    }
    setDrawing(false);
  };
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      closable={!isDrawing}
      title={t('print.title')}
      onSubmit={() => {
        void save();
      }}
      foot={
        <>
          <Button disabled={isDrawing} onClick={onClose}>
            {t('print.cancel')}
          </Button>
          <Button type="submit" variant="primary" loading={isDrawing}>
            {t('print.save')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('print.heading')}
        value={heading}
        maxLength={200}
        onChange={(event) => setHeading(event.currentTarget.value)}
      />
      <SelectField label={t('print.paper')} options={paperNames} value={paper} onChange={setPaper} />
      <Segmented
        label={t('print.orientation')}
        value={orientation}
        onChange={setOrientation}
        options={[
          { value: 'landscape', label: t('print.landscape') },
          { value: 'portrait', label: t('print.portrait') },
        ]}
      />
      <Segmented
        label={t('print.format')}
        value={format}
        onChange={setFormat}
        options={[
          { value: 'pdf', label: 'PDF' },
          { value: 'png', label: 'PNG' },
        ]}
      />
      <Check checked={hasLegend} onChange={setLegend}>
        {t('print.legend')}
      </Check>
      <small role="status">
        {isDrawing
          ? t('print.saving')
          : `${t('print.scale', { scale: roundScale((metres * 1_000) / pixelMillimetres) })} · ${t('print.hint', { width: dots(layout.width), height: dots(layout.height) })}`}
      </small>
      {hasFailed && <Note kind="error">{t('print.failed')}</Note>}
    </Dialog>
  );
}
