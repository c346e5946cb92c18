import { mediaKinds, type MediaKind } from './media-kind.ts';
import type { WholeOutput } from './output.ts';
import { scriptText } from './script-text.ts';

export type MediaOutput = Extract<WholeOutput, { kind: MediaKind }>;

/** Whether an output is one of a kind of media. */
export function isMedia(output: WholeOutput): output is MediaOutput {
  return (mediaKinds as readonly string[]).includes(output.kind);
}

const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * What plays a film or a sound, or runs a script, as HTML for the frame of outputs, where nothing of the page around it
 * can be reached; null for what needs no frame, and for data that are no base64. A script finds where it may draw as
 * `element`, as in Jupyter.
 */
export function outputFrameHtml(output: WholeOutput): string | null {
  if (output.kind === 'application/javascript') {
    return `<div id="groma-element"></div><script>(function (element) {\n${scriptText(output.text)}\n})(document.getElementById("groma-element"));</script>`;
  }
  if (!isMedia(output) || !base64.test(output.data)) return null;
  const tag = output.kind.split('/')[0]!;
  return tag === 'video' || tag === 'audio'
    ? `<${tag} controls preload="metadata" style="max-width:100%" src="data:${output.kind};base64,${output.data}"></${tag}>`
    : null;
}
