import type { FastifyRequest } from 'fastify';
import { GromaError, parseDataPath, parseExistingPath, type DataPath } from '@groma/model';
import { fileDrive } from '@groma/protocol';
import type { Config } from '../../../platform/config.ts';
import { originOfRequest } from '../../../platform/http/origin.ts';
import { DriveRefusal } from './drive-refusal.ts';

/** The file that an address below a drive names. @throws GromaError BAD_PATH */
export function fileAt(path: string): DataPath {
  return parseExistingPath(`/data/${path}`);
}

/** The same for one that is to be made, whose name must be one. @throws GromaError BAD_PATH */
export function newFileAt(path: DataPath): DataPath {
  return parseDataPath(path);
}

/** The address of a file, without the server; folders end with a slash. */
export function addressOf(projectId: string, path: string, isDir: boolean): string {
  const parts = path.split('/').slice(2);
  const written = parts.map((part) => encodeURIComponent(part.toWellFormed())).join('/');
  return fileDrive.drivePath(projectId) + written + (isDir && written !== '' ? '/' : '');
}

/** The file that an address in a header names: whole, or without the server. */
export function fileOfAddress(
  address: string,
  projectId: string,
  request: FastifyRequest,
  config: Pick<Config, 'publicUrl'>,
): DataPath {
  const here = originOfRequest(request, config);
  const url = URL.parse(address, here) ?? refuse('this is no address');
  // The scheme is that of the proxy in front, which may not say so.
  if (url.host !== new URL(here).host && url.host !== request.host) throw new DriveRefusal(502);
  const own = fileDrive.drivePath(projectId);
  if (!`${url.pathname}/`.startsWith(own)) throw new DriveRefusal(403);
  if (/%2f/i.test(url.pathname)) refuse('a name has no slash');
  try {
    return fileAt(decodeURIComponent(url.pathname.slice(own.length)));
  } catch (error) {
    if (error instanceof URIError) return refuse('it is badly encoded');
    throw error;
  }
}

function refuse(detail: string): never {
  throw new GromaError('BAD_INPUT', { detail: `address: ${detail}` });
}
