import type { Bbox, SimpleGeometry } from '@groma/geo';
import type { Scene, SceneArea } from '@groma/protocol';
import type { PointerPlace } from '../view/map-pointer.ts';
import type { MapTool, ToolPlace } from '../view/map-tool.ts';
import type { Brush } from '../view/overlay-canvas.ts';
import { paintShape } from '../view/paint-shape.ts';
import { catalogueStore, sceneKey } from './catalogue-store.ts';
import { containsPlace } from './contains-place.ts';

/** Footprints of the scenes that were found: painted, hovered and picked; and the area that is drawn for a search. */
export class SceneTool implements MapTool {
  readonly id = 'scenes';
  readonly subscribe = (listener: () => void): (() => void) => catalogueStore.subscribe(listener);
  readonly #mapId: string;

  constructor({ session }: Pick<ToolPlace, 'session'>) {
    this.#mapId = session.mapId;
  }

  get isOn(): boolean {
    const { isDrawing, mapId } = catalogueStore.getState();
    return isDrawing && mapId === this.#mapId;
  }

  turn(isOn: boolean): void {
    if (!isOn && this.isOn) catalogueStore.setState({ isDrawing: false });
  }

  cursor(): string | null {
    return this.isOn ? 'crosshair' : null;
  }

  takesDrag(): boolean {
    return this.isOn;
  }

  onDrag(place: PointerPlace, from: PointerPlace): boolean {
    catalogueStore.setState({ drawn: boxOf(from, place) });
    return true;
  }

  onDragEnd(place: PointerPlace, from: PointerPlace): boolean {
    const drawn = boxOf(from, place);
    catalogueStore.setState({ drawn, area: areaOfBox(drawn), isDrawing: false });
    return true;
  }

  onMove(place: PointerPlace): boolean {
    const hovered = this.#at(place)[0] ?? null;
    const key = hovered && sceneKey(hovered);
    if (this.#isShown && catalogueStore.getState().hovered !== key) catalogueStore.setState({ hovered: key });
    return false;
  }

  onLeave(): void {
    if (this.#isShown && catalogueStore.getState().hovered !== null) catalogueStore.setState({ hovered: null });
  }

  /** Each click on the same place goes on to the scene below. */
  onClick(place: PointerPlace): boolean {
    const found = this.#at(place).map(sceneKey);
    if (found.length === 0) return false;
    const at = found.indexOf(catalogueStore.getState().chosen ?? '');
    catalogueStore.setState({ chosen: found[(at + 1) % found.length]! });
    return true;
  }

  paint(brush: Brush): void {
    if (!this.#isShown) return;
    const { scenes, hovered, chosen, area, drawn, isDrawing } = catalogueStore.getState();
    const casing = brush.token('--draw-case');
    const look = { line: brush.token('--accent'), fill: 'transparent', casing, width: 1, radius: 0 };
    const shownArea = isDrawing && drawn ? areaOfBox(drawn) : area;
    if (shownArea) paintShape(brush, shownArea as SimpleGeometry, { ...look, dash: [4, 3] });
    const marked = [chosen, hovered];
    const rank = (scene: Scene): number => marked.indexOf(sceneKey(scene));
    for (const scene of scenes.toSorted((first, second) => rank(first) - rank(second))) {
      if (!scene.footprint) continue;
      const isMarked = rank(scene) >= 0;
      paintShape(brush, scene.footprint as SimpleGeometry, {
        ...look,
        width: isMarked ? 2.5 : 1,
        fill: isMarked ? brush.token('--draw-fill') : 'transparent',
      });
    }
  }

  get #isShown(): boolean {
    return catalogueStore.getState().mapId === this.#mapId;
  }

  #at(place: PointerPlace): Scene[] {
    if (!this.#isShown) return [];
    return catalogueStore.getState().scenes.filter(({ footprint }) => footprint && containsPlace(footprint, place));
  }
}

function boxOf(one: PointerPlace, other: PointerPlace): Bbox {
  return [
    Math.min(one.lng, other.lng),
    Math.min(one.lat, other.lat),
    Math.max(one.lng, other.lng),
    Math.max(one.lat, other.lat),
  ];
}

function areaOfBox([west, south, east, north]: Bbox): SceneArea {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [ring] };
}
