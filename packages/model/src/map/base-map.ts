/**
 * Base maps that are offered (MAP-109). `dataviz` has a light and a dark variant, which follow the theme of the person.
 */
export const baseMapTypes = ['dataviz', 'openStreetMap', 'satellite'] as const;
export type BaseMapType = (typeof baseMapTypes)[number];

export const defaultBaseMap: BaseMapType = 'dataviz';
