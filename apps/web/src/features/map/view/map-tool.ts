import type { PointerPlace } from './map-pointer.ts';

/** Something that the pointer over a map can do. What answers false, or is left out, is the next tool's. */
export interface MapTool {
  onMove?(place: PointerPlace): boolean;
  onLeave?(): void;
  takesDrag?(place: PointerPlace): boolean;
  onDrag?(place: PointerPlace, from: PointerPlace): boolean;
  onDragEnd?(place: PointerPlace, from: PointerPlace): boolean;
  onClick?(place: PointerPlace): boolean;
  onDoubleClick?(place: PointerPlace): boolean;
  /** The form of the pointer while the tool is at work; null where it is not. */
  cursor?(): string | null;
}
