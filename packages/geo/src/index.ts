export { bboxesIntersect, emptyBbox, extendBbox, isEmptyBbox, mergeBbox } from './coordinate.ts';
export type { Bbox, LngLat, Position } from './coordinate.ts';
export { FID_PROPERTY, forEachPosition, geometryBbox, geometryKind, splitByKind } from './geometry.ts';
export type {
  Geometry, GeometryCollection, GeometryKind, LayerFeature, LineString, MultiLineString, MultiPoint, MultiPolygon, Point, Polygon,
  Properties, PropertyValue, SimpleGeometry,
} from './geometry.ts';
export { coerceValue, valueType, widenType } from './snapshot/column-store.ts';
export { MANIFEST_FILE, MAX_BATCH_COORDINATES, MAX_BATCH_ROWS } from './snapshot/manifest.ts';
export type { Column, ColumnType, GeoArrowType, SnapshotBatchInfo, SnapshotManifest, SnapshotPart } from './snapshot/manifest.ts';
export { SnapshotBuilder, buildSnapshot } from './snapshot/snapshot-builder.ts';
export type { EmitChunk, FeatureInput } from './snapshot/snapshot-builder.ts';
export { batchFeatures, cellReader, readBatches, readBatchesSync, readFeatures, rowGeometry } from './snapshot/snapshot-reader.ts';
export type { BatchGeometry, PartSource, SnapshotBatch } from './snapshot/snapshot-reader.ts';
export { LayerOverlay, overlayFeatures } from './edit/layer-overlay.ts';
export type { OverlayColumn } from './edit/layer-overlay.ts';
export { inverse } from './edit/vector-update.ts';
export type { LayerBefore, PropertyEdit, VectorUpdate } from './edit/vector-update.ts';
export { coordinateColumns } from './format/coordinate-columns.ts';
export type { CoordinateColumns } from './format/coordinate-columns.ts';
export { CsvParser, detectDelimiter } from './format/csv.ts';
export { FILE_FORMATS, SIGNATURE_BYTES, detectFormat, fileExtension, formatOfName, isZip, sizeLimit } from './format/file-format.ts';
export type { FileFormat } from './format/file-format.ts';
export { SHAPEFILE_SIDECARS, baseName, groupFiles } from './format/file-group.ts';
export type { FileGroup } from './format/file-group.ts';
export { parseWkt } from './format/wkt.ts';
export { geometryProblem, isPositionInRange, positionOutOfRange } from './validity/geometry-problem.ts';
export type { GeometryProblem } from './validity/geometry-problem.ts';
export { reprojectToDegrees } from './reproject.ts';
export { parseGeoPackageGeometry, parseWkb } from './format/wkb.ts';
export { batchPaths, positionRows, triangulateBatch } from './draw/triangulate.ts';
export type { BatchPaths, BatchTriangles } from './draw/triangulate.ts';
export { parseColumnFormula } from './edit/column-formula.ts';
export type { ColumnFormula } from './edit/column-formula.ts';
export { geometryArea } from './measure/area.ts';
export { distance, geometryLength } from './measure/length.ts';
