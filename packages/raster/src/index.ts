export { bandIndices } from './band-index/band-indices.ts';
export type { BandIndex, BandRole } from './band-index/band-indices.ts';
