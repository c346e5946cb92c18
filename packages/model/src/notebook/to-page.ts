import type * as Y from 'yjs';
import { escapeHtml as escape } from './escape-html.ts';
import { notebookBody, type BodyLook, type BodyParts } from './notebook-body.ts';

/**
 * What a page may do by itself: nothing but show. Scripts run in the frames of HTML outputs only, which have no origin.
 */
export const pagePolicy =
  "default-src 'none'; img-src data:; media-src data:; font-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline' 'unsafe-eval' blob: data:; frame-src 'self' about: data: blob:; form-action 'none'; base-uri 'none'";

const style = `:root{color-scheme:light dark}body{max-width:880px;margin:40px auto;padding:0 20px;font:15px/1.6 Inter,system-ui,sans-serif}
pre,code{font:12.5px/1.5 "JetBrains Mono",ui-monospace,monospace}pre{margin:0;padding:10px 12px;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere}
.cell{border:1px solid #8884;border-radius:6px;margin:16px 0;overflow:hidden}.code{background:#8881}.out{border-top:1px solid #8884}.stderr,.traceback{border-inline-start:3px solid #c0392b}
pre code{font:inherit}math{font-size:1.1em}math[display=block]{margin:8px 0;overflow-x:auto}figure{margin:12px 0}img{max-width:100%}.out img{background:#fff;padding:8px;max-width:calc(100% - 16px)}iframe{width:100%;height:420px;border:0;background:#fff}
.note{border-inline-start:3px solid #2a7f86;padding:4px 12px;margin:12px 0;background:#8881}table{border-collapse:collapse}td,th{border:1px solid #8884;padding:3px 8px}.input{color:#8a8a8a}
.in-1{margin-inline-start:20px}.in-2{margin-inline-start:40px}.in-3{margin-inline-start:60px}.in-4{margin-inline-start:80px}.in-5{margin-inline-start:100px}.in-6{margin-inline-start:120px}`;

/** Everything stands in the page itself. */
const withinPage: BodyLook = {
  code: (code) => `<pre class="code">${escape(code)}</pre>`,
  frame: (html, title) => `<iframe sandbox="allow-scripts" title="${title}" srcdoc="${escape(html)}"></iframe>`,
  picture: (output) =>
    output.kind === 'image/svg+xml'
      ? `<img alt="" src="data:image/svg+xml;charset=utf-8,${encodeURIComponent(output.svg)}">`
      : `<img alt="" src="data:${output.kind};base64,${output.data}">`,
};

/**
 * A notebook as one HTML page that needs nothing else: texts, code, outputs. Whatever stands in it is shown, never run.
 */
export function toPage(doc: Y.Doc, name: string, parts: Omit<BodyParts, 'look'> = {}): string {
  return `<!doctype html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="content-security-policy" content="${escape(pagePolicy)}">
<title>${escape(name)}</title><style>${style}</style></head>
<body><h1>${escape(name)}</h1>
${notebookBody(doc, { ...parts, look: withinPage })}
</body></html>
`;
}
