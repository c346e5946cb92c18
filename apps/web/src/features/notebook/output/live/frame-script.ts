// Runs in the frame of a widget, bundled into one text: the frame fetches nothing.
import { MessageLoop } from '@lumino/messaging';
import { Widget } from '@lumino/widgets';
import type { DOMWidgetView } from '@jupyter-widgets/base';
import type { FromWidgetFrame, ToWidgetFrame } from './frame-message.ts';
import { nameParts } from './name-parts.ts';
import { WidgetHost } from './widget-host.ts';

const tell = (message: FromWidgetFrame) => parent.postMessage(message, '*');
const place = document.querySelector('fieldset')!;
const host = new WidgetHost({
  send: (send) => tell({ type: 'groma-widget-send', ...send }),
  want: (model) => tell({ type: 'groma-widget-want', model }),
});
let shown: string | null = null;

addEventListener('message', ({ source, data }: MessageEvent<ToWidgetFrame | null>) => {
  if (source !== parent || data === null) return;
  switch (data.type) {
    case 'groma-widget-models':
      void host.load(data.models).then(() => show(data.root));
      break;
    case 'groma-widget-events':
      host.take(data.events);
      break;
    case 'groma-widget-use':
      host.names = data.names;
      host.isUsable = data.isUsable;
      place.disabled = !data.isUsable;
      break;
    case 'groma-widget-look':
      for (const [name, value] of Object.entries(data.style)) document.documentElement.style.setProperty(name, value);
      document.documentElement.style.colorScheme = data.scheme;
      break;
  }
});

addEventListener('securitypolicyviolation', ({ blockedURI }) => {
  if (!/^(https?|wss?):/.test(blockedURI)) return;
  tell({ type: 'groma-widget-unreached', host: new URL(blockedURI).hostname });
});

// Sliders, tabs and headers heed no fieldset.
for (const kind of ['pointerdown', 'mousedown', 'touchstart', 'click', 'keydown'] as const)
  addEventListener(
    kind,
    (event) => {
      if (host.isUsable || (event instanceof KeyboardEvent && event.key === 'Tab')) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true, passive: false },
  );

async function show(root: string): Promise<void> {
  if (shown === root) return;
  shown = root;
  nameParts(place);
  const model = await host.get_model(root);
  const view = (await host.create_view(model)) as DOMWidgetView;
  Widget.attach(view.luminoWidget, place);
  addEventListener('resize', () => {
    MessageLoop.postMessage(view.luminoWidget, Widget.ResizeMessage.UnknownSize);
  });
  requestAnimationFrame(() => tell({ type: 'groma-widget-shown' }));
}

tell({ type: 'groma-widget-ready' });
