/**
 * What a map shows: longitude, latitude, pitch and bearing in degrees, zoom in Web Mercator levels of 512 pixels
 * (MAP-002).
 */
export interface ViewState {
  longitude: number;
  latitude: number;
  zoom: number;
  pitch: number;
  bearing: number;
}

/** The view of a map for which none was saved (MAP-003). */
export const defaultViewState: Readonly<ViewState> = { longitude: 0, latitude: 0, zoom: 2, pitch: 0, bearing: 0 };

/** Milliseconds between two cursors that a person shares with a map room: 20 a second (MAP-083). */
export const cursorShareMs = 50;

/** Whether a shared cursor is to be drawn; a person whose pointer is off the map sends −180 or less (MAP-048). */
export function isCursorShown(longitude: number): boolean {
  return longitude > -180;
}
