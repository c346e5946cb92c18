import { trimmedText, type WholeOutput } from '@groma/model';

// oxlint-disable-next-line no-control-regex -- that is what colours of terminals are
const colours = /\u001b\[[\d;]*m/g;

/** What a cell has printed and shown, as text: pictures and the like are named, the middle of what is long goes. */
export function outputText(outputs: readonly WholeOutput[]): string {
  let text = '';
  for (const output of outputs) {
    const isPrinted = output.kind === 'text' || output.kind === 'stderr';
    // What is printed comes in pieces that go on; anything else has lines of its own.
    text += isPrinted || text === '' || text.endsWith('\n') ? textOf(output) : `\n${textOf(output)}`;
    if (!isPrinted && !text.endsWith('\n')) text += '\n';
  }
  return trimmedText(text.replace(/\n+$/, ''));
}

function textOf(output: WholeOutput): string {
  switch (output.kind) {
    case 'text':
    case 'stderr':
    case 'text/plain':
    case 'text/markdown':
    case 'text/latex':
      return output.text;
    case 'input':
      return output.prompt;
    case 'traceback':
      return (output.text || `${output.name}: ${output.message}`).replaceAll(colours, '');
    case 'text/html':
      return output.text ?? '[text/html]';
    case 'application/json':
      return output.json;
    default:
      return `[${output.kind}]`;
  }
}
