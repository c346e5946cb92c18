const perCell = 64;
const perFrame = 16;
const perText = 4;

/**
 * A Jupyter file in which every text is hostile: cells, names, metadata, attachments, and each payload in every kind of
 * output.
 */
export function hostileNotebook(payloads: readonly string[]): object {
  const cells = chunks(payloads, perCell).map((some) => ({
    cell_type: 'code',
    execution_count: 1,
    source: some.join('\n'),
    metadata: { label: some[0], language: some[1], collapsed: some[2], [some[3] ?? '']: some[3], blockId: some[4] },
    outputs: outputsOf(some),
  }));
  const texts = payloads.map((payload) => ({
    cell_type: 'markdown',
    source: payload,
    attachments: { [payload]: { [payload]: payload }, 'x.svg': { 'image/svg+xml': payload } },
    metadata: { blockId: payload, label: payload, block: { type: 'alert', props: { type: payload } } },
  }));
  const raws = payloads
    .slice(0, 8)
    .map((payload) => ({ cell_type: 'raw', source: payload, metadata: { format: payload } }));
  const [first = ''] = payloads;
  return {
    nbformat: 4,
    nbformat_minor: 4,
    metadata: {
      title: first,
      kernelspec: { name: first, display_name: first, language: first },
      language_info: { name: 'python', mimetype: first },
    },
    cells: [...cells, ...texts, ...raws],
  };
}

function outputsOf(payloads: readonly string[]): object[] {
  const shown = (data: object, metadata: object = {}) => ({ output_type: 'display_data', data, metadata });
  return [
    { output_type: 'stream', name: 'stdout', text: payloads.map((payload) => `${payload.replaceAll('\n', ' ')}\n`) },
    { output_type: 'stream', name: 'stderr', text: payloads.map((payload) => `${payload.replaceAll('\n', ' ')}\n`) },
    shown({ 'text/plain': payloads.join('\n') }),
    ...chunks(payloads, perText).map((some) => shown({ 'text/markdown': some.join('\n\n') })),
    ...payloads.flatMap((payload, index) => [
      shown({ 'text/latex': index % 2 === 0 ? payload : `$\\text{${payload}}$` }),
      shown(
        {
          'image/svg+xml': payload.startsWith('<svg')
            ? payload
            : `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${payload}</svg>`,
        },
        { 'image/svg+xml': { width: payload } },
      ),
      { output_type: 'error', ename: payload, evalue: payload, traceback: [payload] },
    ]),
    shown({ 'application/json': Object.fromEntries(payloads.map((payload) => [payload, [payload]])) }),
    shown({ 'image/png': payloads[0], 'text/html': payloads[1] }),
    shown({ 'image/jpeg': `"${payloads[0]}` }),
    shown({ 'application/javascript': payloads[0], 'text/plain': 'x' }),
    ...chunks(payloads, perFrame).map((some) => shown({ 'text/html': some.join('\n') })),
    ...chunks(payloads, perCell).map((some) => shown(plotlyBundle(some))),
  ];
}

/** A figure as Plotly leaves it: its own MIME type, and a page with the script that draws it. */
function plotlyBundle(payloads: readonly string[]): object {
  const figure = {
    data: payloads.map((payload) => ({ type: 'scatter', name: payload, text: [payload], x: [1], y: [1] })),
    layout: { title: { text: payloads[0] } },
  };
  return {
    'application/vnd.plotly.v1+json': figure,
    'text/html': `<div class="plotly-graph-div">${payloads[0]}</div><script>document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(payloads[1] ?? '')})</script>`,
  };
}

/** Blocks of the editor whose settings are hostile: links, colours, pictures, input blocks, tables. */
export function hostileBlocks(payloads: readonly string[]): object[] {
  return payloads.flatMap((payload) => [
    {
      type: 'paragraph',
      content: [
        { type: 'link', href: payload, content: payload },
        { type: 'text', text: payload, styles: { textColor: payload, backgroundColor: payload, bold: true } },
      ],
      props: { textColor: payload, textAlignment: payload },
    },
    { type: 'image', props: { url: payload, name: payload, caption: payload } },
    { type: 'image', props: { url: `data:image/svg+xml,${encodeURIComponent(payload)}` } },
    { type: 'textInput', props: { label: payload, varName: payload, text: payload } },
    { type: 'table', content: { type: 'tableContent', rows: [{ cells: [payload, payload] }] } },
    ...(payload.length % 5 === 0
      ? [
          {
            type: 'selector',
            props: { label: payload, options: JSON.stringify([payload]), selected: JSON.stringify([payload]) },
          },
          { type: 'button', props: { label: payload, text: payload } },
          { type: 'dateSelector', props: { label: payload, date: payload } },
          { type: 'dataInput', props: { label: payload, data: payload, name: payload } },
          { type: 'alert', props: { type: payload }, content: payload },
          { type: 'code', props: { label: payload, code: payload, output: [{ kind: payload }] } },
        ]
      : []),
  ]);
}

export function chunks<Item>(items: readonly Item[], most: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / most) }, (_, index) =>
    items.slice(index * most, (index + 1) * most),
  );
}
