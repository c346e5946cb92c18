/** Why a raster cannot be read; `code` says it to programs, the message to people. */
export type RasterErrorCode =
  | 'NOT_A_TIFF'
  | 'DAMAGED'
  | 'UNSUPPORTED'
  | 'TOO_LARGE'
  | 'NO_BANDS'
  | 'NO_PLACE'
  | 'BAD_REQUEST';

/** What is wrong with a raster file or with what is asked of it. */
export class RasterError extends Error {
  readonly code: RasterErrorCode;

  constructor(code: RasterErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RasterError';
    this.code = code;
  }
}
