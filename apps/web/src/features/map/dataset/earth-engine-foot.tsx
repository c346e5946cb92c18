import { completeRasterStyle, earthEngineAddress, GromaError, type Dataset } from '@groma/model';
import { earthEngine } from '@groma/protocol';
import { Button, Note, TextField, toast } from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, errorText } from '../../../platform/api.ts';
import { useCan, useProject } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { activeSession } from '../view/active-map.ts';
import { findPicture } from '../view/open-pictures.ts';
import './earth-engine-foot.css';

const usualDays = 60;
const dayMs = 86_400_000;

/** Images of a data set by Earth Engine: shown on the map in front, and downloaded; without an account, what to set. */
export function EarthEngineFoot({ entry }: { entry: Dataset }) {
  const t = useText();
  const { id: projectId } = useProject();
  const mayUpdate = useCan('update', 'map');
  const mayWrite = useCan('upload', 'file');
  const { data } = useQuery({
    queryKey: ['earth-engine', projectId],
    queryFn: async ({ signal }) =>
      (await api.call(earthEngine.readEarthEngine, { params: { projectId }, signal })).data,
    staleTime: Infinity,
  });
  const [[from, to], setDays] = useState(() => firstDays(entry));
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const session = activeSession();
  if (!data) return null;
  if (!data.is_set) return <small>{errorText(new GromaError('EARTH_ENGINE_NOT_SET'))}</small>;
  const isRight = from !== '' && to !== '' && from <= to;
  const run = (work: () => Promise<void>) => {
    setBusy(true);
    setFailure(null);
    work()
      .catch((error: unknown) => setFailure(errorText(error)))
      .finally(() => setBusy(false));
  };
  const show = async () => {
    const bounds = entry.visual?.bounds;
    await session!.rasters.add(
      `${entry.name} ${from} – ${to}`,
      earthEngineAddress({ datasetId: entry.id, from, to }),
      completeRasterStyle({
        layerType: 'GEE',
        eeType: entry.id,
        startDate: from,
        endDate: to,
        ...(bounds && { bounds: [bounds.west, bounds.south, bounds.east, bounds.north] }),
      }),
    );
  };
  const download = async () => {
    const bounds = findPicture(session!.mapId)?.view.map.getBounds();
    if (!bounds) return;
    const look = entry.visual?.looks[entry.visual.band];
    const { data: made } = await api.call(earthEngine.downloadFromEarthEngine, {
      params: { projectId },
      body: {
        dataset_id: entry.id,
        from,
        to,
        box: [
          Math.max(-180, bounds.getWest()),
          Math.max(-90, bounds.getSouth()),
          Math.min(180, bounds.getEast()),
          Math.min(90, bounds.getNorth()),
        ],
        scale: entry.scale ?? entry.coarseScale ?? 1_000,
        bands: [...(look?.bands ?? [entry.visual?.band ?? entry.bands[0]!.name])],
        path: `/data/${entry.id} ${from} ${to}.tif`,
      },
    });
    toast.success(t('time.made', { path: made.path }));
  };
  return (
    <div className="earth-engine-foot">
      <div>
        <TextField
          size="s"
          type="date"
          label={t('dataset.from')}
          value={from}
          onChange={(event) => setDays([event.currentTarget.value, to])}
        />
        <TextField
          size="s"
          type="date"
          label={t('dataset.to')}
          value={to}
          onChange={(event) => setDays([from, event.currentTarget.value])}
        />
      </div>
      {failure !== null && <Note kind="error">{failure}</Note>}
      <div>
        {mayUpdate && (
          <Button size="s" loading={isBusy} disabled={!session || !isRight} onClick={() => run(show)}>
            {t('earthEngine.show')}
          </Button>
        )}
        {mayWrite && (
          <Button size="s" loading={isBusy} disabled={!session || !isRight} onClick={() => run(download)}>
            {t('earthEngine.download')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The last two months of what there is. */
function firstDays({ dates, revisitDays }: Dataset): [from: string, to: string] {
  const said = dates.to === null ? Date.now() : Date.parse(dates.to);
  const end = Number.isNaN(said) ? Date.now() : said;
  const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
  const begin = Date.parse(dates.from);
  return [day(revisitDays === undefined ? begin : Math.max(begin, end - usualDays * dayMs)), day(end)];
}
