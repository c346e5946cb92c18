import { existsSync } from 'node:fs';

const withWindow = process.env.GROMA_CHROMIUM ?? '/usr/bin/chromium';
/** The same browser without its window, whose tabs and bars would be drawn by software for every page that opens. */
const withoutWindow = '/usr/bin/chromium-headless-shell';

const args = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Debian's Chromium paints pages by GL even where that is software, which takes twice as long as painting them.
  '--disable-gpu-rasterization',
  // At half the pixels each way, pages too are put together faster without GL; at all of them, maps would be slower.
  '--disable-gpu-compositing',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

/** The browser of the journeys. */
export const usualBrowser = {
  executablePath: process.env.GROMA_CHROMIUM ?? (existsSync(withoutWindow) ? withoutWindow : withWindow),
  args,
};

/** For journeys that depend on how a browser with a window draws. */
export const browserWithWindow = { executablePath: withWindow, args };
