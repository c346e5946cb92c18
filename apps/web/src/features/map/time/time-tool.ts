import { createStore } from 'zustand';
import { rasterSight, type RasterSight } from '../session/raster-sight.ts';
import type { ReadMap } from '../session/read-map.ts';
import { shownTime } from '../session/show-time.ts';
import type { PointerPlace } from '../view/map-pointer.ts';
import { wrapLongitude } from '../view/map-maths.ts';
import type { MapTool } from '../view/map-tool.ts';
import type { MapView } from '../view/map-view.ts';
import type { Brush } from '../view/overlay-canvas.ts';
import { paintShape } from '../view/paint-shape.ts';
import {
  axisLayers,
  datedLayers,
  dayAt,
  daysOf,
  nextOf,
  stepFrom,
  type AxisChoice,
  type DatedLayer,
} from '../session/time-axis.ts';

/** What stands on a side of the bar: a day of the axis, or one layer. */
export type SwipeSide = { kind: 'day'; day: string } | { kind: 'layer'; id: string };

export interface TimeState {
  isOn: boolean;
  axis: AxisChoice;
  /** As yyyy-mm-dd; an empty text before one is chosen. */
  day: string;
  isPlaying: boolean;
  swipe: { left: SwipeSide; right: SwipeSide; at: number } | null;
  /** Where a chart over time is asked for; `picking` while the place is being chosen. */
  chart: { isPicking: boolean; place: [longitude: number, latitude: number] | null } | null;
}

const atRest: TimeState = { isOn: false, axis: { kind: 'all' }, day: '', isPlaying: false, swipe: null, chart: null };

/** How long an image stands while they run, and how long the next one is waited for beyond that. */
const standMs = 900;
const patienceMs = 6_000;

/** Images of a map by their dates: an axis with a place that is one's own, a bar between two of them, and a chart. */
export class TimeTool implements MapTool {
  readonly id = 'time';
  readonly store = createStore<TimeState>(() => atRest);
  readonly #session: ReadMap;
  readonly #view: MapView;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #lookers = 0;
  /** What is seen is as this tool has it. A story shows days too. */
  #isShowing = false;
  #unfollow = (): void => undefined;

  constructor({ session, view }: { session: ReadMap; view: MapView }) {
    [this.#session, this.#view] = [session, view];
  }

  /** What is seen follows as long as somebody looks; the last who goes takes it back. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#lookers += 1;
    if (this.#lookers === 1) this.#follow();
    const stop = this.store.subscribe(listener);
    return () => {
      stop();
      this.#lookers -= 1;
      if (this.#lookers > 0) return;
      this.#unfollow();
      this.#stopPlaying();
      rasterSight(this.#session.mapId).setState({ sight: null });
      this.#isShowing = false;
    };
  };

  #follow(): void {
    const stops = [
      this.store.subscribe(() => this.#show()),
      this.#session.store.subscribe(({ rasters, hierarchy }, before) => {
        if (rasters !== before.rasters || hierarchy !== before.hierarchy) this.#show();
      }),
    ];
    this.#unfollow = () => {
      for (const stop of stops) stop();
    };
    this.#show();
  }

  /**
   * It is no tool that another one switches off: one draws over the images that it shows. It opens with the day that is
   * seen, else with the last.
   */
  open(isOn: boolean): void {
    this.#stopPlaying();
    const seen = isOn && !this.store.getState().isOn ? shownTime(this.#session) : null;
    const axis = seen ? this.#axisOf(seen.images) : this.store.getState().axis;
    this.store.setState({ ...atRest, axis, isOn });
    const day = seen?.day ?? this.#days().at(-1);
    if (isOn && day !== undefined) this.store.setState({ day });
  }

  #axisOf(images: readonly string[]): AxisChoice {
    const isAll = datedLayers(this.#session.state).every(({ id }) => images.includes(id));
    return isAll ? { kind: 'all' } : { kind: 'chosen', ids: images };
  }

  choose(axis: AxisChoice): void {
    this.store.setState({ axis });
    const days = this.#days();
    const { day } = this.store.getState();
    if (days.length > 0 && dayAt(days, day) === null) this.store.setState({ day: days[0]! });
  }

  go(day: string): void {
    this.#stopPlaying();
    this.store.setState({ day });
  }

  step(steps: number): void {
    this.go(stepFrom(this.#days(), this.store.getState().day, steps));
  }

  play(isPlaying: boolean): void {
    this.#stopPlaying();
    this.store.setState({ isPlaying, ...(isPlaying && { swipe: null }) });
    if (isPlaying) this.#playOn(performance.now());
  }

  swipe(swipe: TimeState['swipe']): void {
    this.#stopPlaying();
    this.store.setState({ swipe });
  }

  chart(chart: TimeState['chart']): void {
    this.store.setState({ chart });
  }

  onClick({ lng, lat }: PointerPlace): boolean {
    const { isOn, chart } = this.store.getState();
    if (!isOn || !chart?.isPicking) return false;
    this.store.setState({ chart: { isPicking: false, place: [wrapLongitude(lng), lat] } });
    return true;
  }

  cursor(): string | null {
    const { isOn, chart } = this.store.getState();
    return isOn && chart?.isPicking ? 'crosshair' : null;
  }

  readonly paint = (brush: Brush): void => {
    const place = this.store.getState().chart?.place;
    if (!place) return;
    const look = { line: brush.token('--accent'), fill: brush.token('--accent'), casing: brush.token('--draw-case') };
    paintShape(brush, { type: 'Point', coordinates: place }, { ...look, width: 2, radius: 6 });
  };

  layers(): DatedLayer[] {
    return axisLayers(this.#session.state, this.store.getState().axis);
  }

  #days(): string[] {
    return daysOf(this.layers());
  }

  /** The next image comes when it is there, or when it was waited for long enough. */
  #playOn(since: number): void {
    const { map } = this.#view;
    this.#timer = setTimeout(
      () => {
        if (!map.areTilesLoaded() && performance.now() - since < standMs + patienceMs) return this.#playOn(since);
        this.store.setState(({ day }) => ({ day: nextOf(this.#days(), day) }));
        this.#playOn(performance.now());
      },
      performance.now() - since < standMs ? standMs : 100,
    );
  }

  #stopPlaying(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.store.getState().isPlaying) this.store.setState({ isPlaying: false });
  }

  #show(): void {
    const store = rasterSight(this.#session.mapId);
    const sight = this.#sight();
    if (!sight && !this.#isShowing) return;
    this.#isShowing = sight !== null;
    if (JSON.stringify(store.getState().sight) === JSON.stringify(sight)) return;
    store.setState({ sight });
    this.#view.draw(this.#session.state);
    this.#view.map.triggerRepaint();
  }

  #sight(): RasterSight | null {
    const { isOn, day, swipe } = this.store.getState();
    const layers = this.layers();
    if (!isOn || (layers.length === 0 && !swipe)) return null;
    const axis = layers.map(({ id }) => id);
    const ofDay = (wanted: string | null) => layers.filter((each) => each.day === wanted).map(({ id }) => id);
    if (swipe) {
      const sideOf = (side: SwipeSide) => (side.kind === 'day' ? ofDay(side.day) : [side.id]);
      const left = sideOf(swipe.left);
      return {
        axis: [...new Set([...axis, ...left, ...sideOf(swipe.right)])],
        shown: [],
        ahead: [],
        left,
        right: sideOf(swipe.right).filter((id) => !left.includes(id)),
        at: swipe.at,
      };
    }
    const days = daysOf(layers);
    const shown = ofDay(dayAt(days, day));
    return {
      axis,
      shown,
      ahead: ofDay(nextOf(days, day)).filter((id) => !shown.includes(id)),
      left: [],
      right: [],
      at: 1,
    };
  }
}
