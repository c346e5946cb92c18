import { GromaError } from '@groma/model';

/** What the system says about a project file, as an error that a person can meet. */
export function asFileError(error: unknown, path: string): unknown {
  switch ((error as { code?: string }).code) {
    case 'EEXIST':
    case 'EISDIR':
    case 'ENOTDIR':
    case 'ENOTEMPTY':
      return new GromaError('FILE_EXISTS', { path });
    case 'ENOENT':
      return new GromaError('FILE_NOT_FOUND', { path });
    case 'ENOSPC':
    case 'EDQUOT':
      return new GromaError('DISK_FULL', { name: path });
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return new GromaError('UPLOAD_CUT', { name: path });
    case 'ENAMETOOLONG':
      return new GromaError('BAD_PATH', { path, detail: 'It is too long.' });
    case 'EACCES':
      return new GromaError('BAD_PATH', { path, detail: 'Code has changed its permissions, so it cannot be opened.' });
    default:
      return error;
  }
}

export function linkRefused(path: string): GromaError {
  return new GromaError('BAD_PATH', { path, detail: 'It is a symbolic link.' });
}
