import { parseExistingPath, type DataPath } from '@groma/model';

/** A path that ends an address, with or without its leading slash. @throws GromaError BAD_PATH. */
export function pathInAddress(path: string): DataPath {
  return parseExistingPath(path.startsWith('/') ? path : `/${path}`);
}
