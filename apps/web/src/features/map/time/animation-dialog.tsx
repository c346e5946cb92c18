import { animation } from '@groma/protocol';
import { Button, Dialog, Note, NumberField, TextField, toast } from '@groma/ui';
import { useState } from 'react';
import { api, errorText } from '../../../platform/api.ts';
import { useText } from '../../../platform/text.ts';
import type { MapSession } from '../session/map-session.ts';
import { wrapLongitude } from '../view/map-maths.ts';
import type { MapView } from '../view/map-view.ts';
import type { DatedLayer } from '../session/time-axis.ts';

interface AnimationDialogProps {
  session: MapSession;
  view: MapView;
  layers: readonly DatedLayer[];
  onClose: () => void;
}

const { animationLimits: limits } = animation;
const usual = { width: 800, seconds: 1 };

/** Writes the images of the axis, as the map shows them, as a GIF or MP4 among the files. */
export function AnimationDialog({ session, view, layers, onClose }: AnimationDialogProps) {
  const t = useText();
  const [path, setPath] = useState('/data/animation.gif');
  const [width, setWidth] = useState<number | null>(usual.width);
  const [seconds, setSeconds] = useState<number | null>(usual.seconds);
  const [attribution, setAttribution] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [isWriting, setWriting] = useState(false);
  const isRight = /\.(?:gif|mp4)$/i.test(path.trim());
  const save = () => {
    if (!isRight || width === null || seconds === null) return;
    setWriting(true);
    setFailure(null);
    api
      .call(animation.animateLayers, {
        params: { projectId: session.projectId },
        body: {
          map_id: session.mapId,
          layer_ids: layers.map(({ id }) => id).slice(0, limits.layers),
          box: visibleBox(view),
          width,
          seconds,
          attribution,
          path: path.trim(),
        },
      })
      .then(
        ({ data }) => {
          toast.success(t('time.made', { path: data.path }));
          onClose();
        },
        (error: unknown) => setFailure(errorText(error)),
      )
      .finally(() => setWriting(false));
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('time.animate')}
      onSubmit={save}
      foot={
        <Button variant="primary" type="submit" loading={isWriting} disabled={!isRight}>
          {t('time.animate')}
        </Button>
      }
    >
      <TextField
        label={t('function.file')}
        dir="ltr"
        maxLength={1_000}
        value={path}
        onChange={(event) => setPath(event.currentTarget.value)}
      />
      <NumberField
        label={t('time.width')}
        value={width}
        min={limits.width.least}
        max={limits.width.most}
        allowDecimal={false}
        onChange={setWidth}
      />
      <NumberField
        label={t('time.perImage')}
        value={seconds}
        min={limits.seconds.least}
        max={limits.seconds.most}
        step={0.1}
        onChange={setSeconds}
      />
      <TextField
        label={t('time.attribution')}
        maxLength={200}
        value={attribution}
        onChange={(event) => setAttribution(event.currentTarget.value)}
      />
      {failure !== null && <Note kind="error">{failure}</Note>}
    </Dialog>
  );
}

/** What the map shows, in degrees; the whole Earth once where it shows it more than once. */
function visibleBox({ map }: MapView): [west: number, south: number, east: number, north: number] {
  const bounds = map.getBounds();
  const isAround = bounds.getEast() - bounds.getWest() >= 360;
  const [south, north] = [Math.max(-85, bounds.getSouth()), Math.min(85, bounds.getNorth())];
  return isAround
    ? [-180, south, 180, north]
    : [wrapLongitude(bounds.getWest()), south, wrapLongitude(bounds.getEast()), north];
}
