import { GromaError } from '@groma/model';

const longestDetail = 300;

/** What pip’s output says of why it failed, in the words of the product. */
export function pipFailure(output: string): GromaError {
  const lines = output.split('\n').map((line) => line.trim());
  const missing = /No matching distribution found for ([^\s;]+)/.exec(output)?.[1];
  const isCutOff =
    /ProxyError|NewConnectionError|ConnectTimeoutError|NameResolutionError|ReadTimeoutError|Connection (?:refused|aborted|reset)/.test(
      output,
    );
  if (isCutOff) return new GromaError('PACKAGE_INDEX_AWAY');
  if (/No space left on device|Disk quota exceeded/.test(output)) return new GromaError('DISK_FULL', { name: 'pip' });
  if (/ResolutionImpossible|conflicting dependencies|Cannot install/.test(output))
    return new GromaError('PACKAGE_CONFLICT', { detail: shortened(conflictOf(lines)) });
  if (missing !== undefined) return new GromaError('PACKAGE_NOT_FOUND', { name: missing });
  const problem =
    lines.findLast((line) => /^error:/i.test(line) && !/^error: subprocess-exited-with-error/i.test(line)) ??
    lines.findLast((line) => line !== '') ??
    'it said nothing.';
  return new GromaError('PACKAGE_FAILED', { detail: shortened(problem.replace(/^error:\s*/i, '')) });
}

function conflictOf(lines: readonly string[]): string {
  const at = lines.findIndex((line) => line.startsWith('The conflict is caused by'));
  if (at < 0) return lines.find((line) => /Cannot install/.test(line))?.replace(/^ERROR:\s*/, '') ?? '';
  const end = lines.findIndex((line, index) => index > at && line === '');
  return lines.slice(at + 1, end < 0 ? undefined : end).join('; ');
}

/** One line without the folders of the sandbox. */
function shortened(text: string): string {
  const plain = text.replaceAll(/(?:\/[^\s'":]+)+\//g, '');
  return plain.length > longestDetail ? `${plain.slice(0, longestDetail - 1)}…` : plain;
}
