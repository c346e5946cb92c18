import type { NotebookOutput } from '@groma/model';

type Content = Record<string, unknown>;

/**
 * The product's output for a message of the iopub channel (NBK-066), or null when the message shows nothing.
 * Of a value with several representations the richest one we know is taken: picture, then HTML, then text.
 *
 * @param type message type of the Jupyter protocol: stream, display_data, execute_result, error
 */
export function toNotebookOutput(type: string, content: Content): NotebookOutput | null {
  switch (type) {
    case 'stream':
      return { kind: content['name'] === 'stderr' ? 'stderr' : 'text', text: asText(content['text']) };
    case 'error':
      return {
        kind: 'traceback', name: asText(content['ename']), message: asText(content['evalue']),
        text: Array.isArray(content['traceback']) ? content['traceback'].map(asText).join('\n') : '',
      };
    case 'display_data':
    case 'execute_result':
    case 'update_display_data':
      return fromBundle(asRecord(content['data']), asRecord(content['metadata']));
    default:
      return null;
  }
}

function fromBundle(data: Content, metadata: Content): NotebookOutput | null {
  if (data['image/png'] !== undefined) return toPicture(data['image/png'], asRecord(metadata['image/png']));
  const text = data['text/plain'] === undefined ? undefined : asText(data['text/plain']);
  if (data['text/html'] !== undefined) {
    const html = asText(data['text/html']);
    return text === undefined ? { kind: 'text/html', html } : { kind: 'text/html', html, text };
  }
  return text === undefined ? null : { kind: 'text/plain', text };
}

function toPicture(data: unknown, size: Content): NotebookOutput {
  return {
    kind: 'image/png', data: asText(data).replaceAll(/\s/g, ''),
    ...(typeof size['width'] === 'number' ? { width: size['width'] } : {}),
    ...(typeof size['height'] === 'number' ? { height: size['height'] } : {}),
  };
}

/** Jupyter texts are strings or lists of lines. */
function asText(value: unknown): string {
  if (Array.isArray(value)) return value.map(asText).join('');
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}

function asRecord(value: unknown): Content {
  return typeof value === 'object' && value !== null ? (value as Content) : {};
}

/** Roughly how much memory an output takes, in characters. */
export function outputSize(output: NotebookOutput): number {
  switch (output.kind) {
    case 'image/png': return output.data.length;
    case 'text/html': return output.html.length + (output.text?.length ?? 0);
    default: return output.text.length;
  }
}
