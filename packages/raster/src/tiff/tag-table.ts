/** Numbers of the tags that are read, by their names in TIFF 6.0, the GeoTIFF standard (OGC 19-008r4) and GDAL's GeoTIFF driver. */
export const tag = {
  newSubfileType: 254, imageWidth: 256, imageLength: 257, bitsPerSample: 258, compression: 259, photometric: 262,
  stripOffsets: 273, samplesPerPixel: 277, rowsPerStrip: 278, stripByteCounts: 279, planarConfiguration: 284, predictor: 317,
  colorMap: 320, tileWidth: 322, tileLength: 323, tileOffsets: 324, tileByteCounts: 325, inkSet: 332, extraSamples: 338, sampleFormat: 339,
  jpegTables: 347, yCbCrSubSampling: 530, modelPixelScale: 33550, modelTiepoint: 33922, modelTransformation: 34264,
  geoKeyDirectory: 34735, geoDoubleParams: 34736, geoAsciiParams: 34737, gdalMetadata: 42112, gdalNodata: 42113, lercParameters: 50674,
} as const;

/** Bytes of one value by field type: TIFF 6.0 §2, BigTIFF's 16 to 18. */
export const typeBytes: Readonly<Record<number, number>> = {
  1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 16: 8, 17: 8, 18: 8,
};
