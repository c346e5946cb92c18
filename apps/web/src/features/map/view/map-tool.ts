import type { MapSession } from '../session/map-session.ts';
import type { PointerPlace } from './map-pointer.ts';
import type { Hit, MapView } from './map-view.ts';
import type { Brush } from './overlay-canvas.ts';

/** Something that the pointer over a map can do. What answers false, or is left out, is the next tool's. */
export interface MapTool {
  readonly id: string;
  onMove?(place: PointerPlace): boolean;
  onLeave?(): void;
  takesDrag?(place: PointerPlace): boolean;
  onDrag?(place: PointerPlace, from: PointerPlace): boolean;
  onDragEnd?(place: PointerPlace, from: PointerPlace): boolean;
  onClick?(place: PointerPlace): boolean;
  onDoubleClick?(place: PointerPlace): boolean;
  /** No tool takes the pointer, and no feature lies below it. */
  onNothing?(place: PointerPlace): void;
  /** What is below the pointer is something else now. */
  onSomething?(): void;
  /** The form of the pointer while the tool is at work; null where it is not. */
  cursor?(): string | null;
  /** Paints above the map. */
  paint?(brush: Brush): void;
  /** Has somebody told of each change of what the tool paints and of whether it is on. */
  subscribe?(listener: () => void): () => void;
  /** A tool that is switched on and off by a button of its own. */
  readonly isOn?: boolean;
  turn?(isOn: boolean): void;
  /** Ends what it is at, as Enter does. */
  finish?(): void;
  /** Takes away the last of what it is at, as Delete does. */
  back?(): void;
}

/** The map that a tool is made for. */
export interface ToolPlace {
  session: MapSession;
  view: MapView;
  /** Switches every tool off. */
  stopTools(): void;
  /** A press was on a feature, or beside all. */
  onChosen(hit: Hit | null): void;
}

export type ToolMaker = (place: ToolPlace) => MapTool;
