import { toast } from '@groma/ui';
import { createStore } from 'zustand';
import { errorText } from '../../../platform/api.ts';
import { t } from '../../../platform/text.ts';
import { openTable } from '../maps/map-panels.ts';
import type { MapSession } from '../session/map-session.ts';
import { forgetSeries, keepSeries, readSeries, type FoundSeries, type SeriesWish } from './series-run.ts';
import type { TimeTool } from './time-tool.ts';

interface ReaderState {
  /** A band, an index or band maths; an empty text for what the layers show. */
  value: string;
  found: FoundSeries | null;
  failure: string | null;
  isReading: boolean;
}

/** Asks the images of the axis, one question at a time, and holds the answer until it is kept or nobody wants it. */
export class SeriesReader {
  readonly store = createStore<ReaderState>(() => ({ value: '', found: null, failure: null, isReading: false }));
  readonly #session: MapSession;
  readonly #tool: TimeTool;
  #aborter: AbortController | null = null;

  constructor(session: MapSession, tool: TimeTool) {
    [this.#session, this.#tool] = [session, tool];
  }

  /** The selected features of one layer, which are asked about where no place was picked; null where none are. */
  get taken(): SeriesWish['taken'] {
    const [layerId, fids] = Object.entries(this.#session.state.selection).find(([, { size }]) => size > 0) ?? [];
    return layerId === undefined ? null : { layerId, fids: [...fids!] };
  }

  setValue(value: string): void {
    this.store.setState({ value });
  }

  /** @param place longitude and latitude; null for the selected features */
  read(place: SeriesWish['place']): void {
    const taken = place ? null : this.taken;
    if (!place && !taken) return;
    this.close();
    const aborter = new AbortController();
    this.#aborter = aborter;
    this.store.setState({ found: null, failure: null, isReading: true });
    const layerIds = this.#tool.layers().flatMap(({ id, isFile }) => (isFile ? [id] : []));
    const { value } = this.store.getState();
    readSeries(this.#session, { layerIds, value, place, taken }, aborter.signal).then(
      (found) => {
        if (aborter.signal.aborted) forgetSeries(found);
        else this.store.setState({ found, isReading: false });
      },
      (error: unknown) => {
        if (!aborter.signal.aborted) this.store.setState({ failure: errorText(error), isReading: false });
      },
    );
  }

  /** Makes a table of the map of what was found, and a chart of that where it is wanted. */
  async keep(title: string, isChart: boolean): Promise<void> {
    const { found, value } = this.store.getState();
    if (!found) return;
    const name = `${title}${value === '' ? '' : ` (${value})`}`;
    try {
      const layer = await keepSeries(this.#session, found, { name, chart: isChart ? { title: name } : null });
      this.store.setState({ found: null });
      toast.success(t('time.kept', { name: layer.text }));
      openTable(this.#session.mapId, layer);
    } catch (error) {
      this.store.setState({ failure: errorText(error) });
    }
  }

  /** Nobody wants the answer any more. */
  close(): void {
    this.#aborter?.abort();
    const { found } = this.store.getState();
    if (found) forgetSeries(found);
    this.store.setState({ found: null, isReading: false });
  }
}
