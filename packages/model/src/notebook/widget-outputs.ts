import { escapeHtml as escape, withoutColours } from './escape-html.ts';
import { fromJupyterOutput, joinText } from './jupyter-output.ts';
import { isMedia, outputFrameHtml } from './media-output.ts';
import { widgetKind, type WholeOutput } from './output.ts';

/** What the code wrote into an Output widget: outputs as nbformat keeps them, as HTML. */
export function drawOutputs(outputs: unknown): string {
  if (!Array.isArray(outputs)) return '';
  return joinText(outputs.map(fromJupyterOutput).filter((output) => output !== null))
    .map(drawOutput)
    .join('');
}

function drawOutput(output: WholeOutput): string {
  if (isMedia(output))
    return output.kind.startsWith('image/')
      ? `<img alt="" src="data:${output.kind};base64,${escape(output.data)}">`
      : (outputFrameHtml(output) ?? `<pre>${output.kind}</pre>`);
  switch (output.kind) {
    case 'text':
    case 'text/plain':
    case 'text/markdown':
    case 'text/latex':
    case 'application/javascript':
      return `<pre>${escape(withoutColours(output.text))}</pre>`;
    // Nobody is asked of what stands in a widget.
    case 'input':
      return `<pre>${escape(withoutColours(output.prompt))}</pre>`;
    case 'stderr':
      return `<pre class="stderr">${escape(withoutColours(output.text))}</pre>`;
    case 'traceback':
      return `<pre class="stderr">${escape(withoutColours(output.text) || `${output.name}: ${output.message}`)}</pre>`;
    case 'application/json':
    case 'application/geo+json':
      return `<pre>${escape(output.json)}</pre>`;
    case 'image/png':
    case 'image/jpeg':
      return `<img alt="" src="data:${output.kind};base64,${escape(output.data)}">`;
    case 'image/svg+xml':
      return `<img alt="" src="data:image/svg+xml;charset=utf-8,${encodeURIComponent(output.svg)}">`;
    case 'text/html':
      return `<div>${output.html}</div>`;
    case widgetKind:
      return `<pre>${escape(output.text ?? '')}</pre>`;
    default:
      return output satisfies never;
  }
}
