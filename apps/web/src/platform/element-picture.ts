import { dataUrl } from './data-url.ts';

/** What of a style a still picture shows. */
const shownStyles = `
  display position inset float box-sizing width height min-width max-width margin padding border border-radius
  background-color background-image background-size box-shadow color font-family font-size font-weight
  font-style font-variant-numeric letter-spacing line-height text-align text-decoration-line text-transform
  text-indent white-space overflow-wrap word-break direction vertical-align list-style flex flex-flow
  align-items align-self justify-content gap order overflow grid-template-columns grid-template-rows grid-column
  grid-row border-collapse opacity visibility transform transform-origin z-index fill stroke stroke-width
  stroke-dasharray
`
  .trim()
  .split(/\s+/);

/** What is never drawn: what runs, and what another page fills. */
const leftOut = 'script, style, link, template, video, audio, object, embed, .g-visually-hidden';

/**
 * A picture of an element as it stands on the screen, from its top left, at most `height` pixels high: a still copy of
 * it, drawn by the browser. Frames and pictures of other origins stay empty.
 * @throws Error where this browser cannot draw it
 */
export async function elementPicture(element: HTMLElement, height = Infinity): Promise<Blob | null> {
  const box = element.getBoundingClientRect();
  const size = { width: Math.round(box.width), height: Math.round(Math.min(box.height, height)) };
  if (size.width === 0 || size.height === 0) return null;
  const copy = stillCopy(element, box.top + size.height) as HTMLElement;
  Object.assign(copy.style, { position: 'static', margin: '0', inset: 'auto', transform: 'none' });
  const fonts = Object.assign(document.createElement('style'), { textContent: await loadedFonts() });
  copy.prepend(fonts);
  const markup = new XMLSerializer().serializeToString(copy);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"><foreignObject width="100%" height="100%">${markup}</foreignObject></svg>`,
  )}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), size);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw.');
  context.fillStyle = groundOf(element);
  context.fillRect(0, 0, size.width, size.height);
  context.drawImage(image, 0, 0);
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
}

/** The fonts that the page has loaded, each with its bytes: a drawn copy cannot fetch any. */
async function loadedFonts(): Promise<string> {
  const loaded = new Set([...document.fonts].filter(({ status }) => status === 'loaded').map(faceKey));
  const faces = [...document.styleSheets].flatMap((sheet) =>
    [...sheet.cssRules]
      .filter((rule) => rule instanceof CSSFontFaceRule)
      .map(({ style }) => ({ style, base: sheet.href ?? location.href })),
  );
  const texts = faces.map(async ({ style, base }) => {
    const [family, unicodeRange] = [style.getPropertyValue('font-family'), style.getPropertyValue('unicode-range')];
    const address = /url\("?([^")]+)"?\)/.exec(style.getPropertyValue('src'))?.[1];
    if (address === undefined || !loaded.has(faceKey({ family, unicodeRange }))) return '';
    const bytes = await (await fetch(new URL(address, base))).blob();
    const range = unicodeRange === '' ? '' : `unicode-range:${unicodeRange};`;
    const weight = style.getPropertyValue('font-weight');
    return `@font-face{font-family:${family};font-weight:${weight};${range}src:url("${await dataUrl(bytes)}")}`;
  });
  return (await Promise.all(texts)).join('');
}

function faceKey({ family, unicodeRange }: Pick<FontFace, 'family' | 'unicodeRange'>): string {
  const range = /^u\+0-10ffff$/i.test(unicodeRange) ? '' : unicodeRange.toLowerCase().replaceAll(/\s/g, '');
  return `${family.replaceAll(/["']/g, '')} ${range}`;
}

/** The first ground behind an element that can be seen. */
function groundOf(element: Element): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at);
    if (backgroundColor !== '' && !/^(transparent|rgba\(.*, 0\))$/.test(backgroundColor)) return backgroundColor;
  }
  return 'white';
}

/** A copy that needs no style sheet and fetches nothing; what begins below `bottom` is left out. */
function stillCopy(element: Element, bottom: number): Element {
  const copy = pictured(element) ?? (element.cloneNode(false) as Element);
  const styles = getComputedStyle(element);
  for (const name of ['id', 'class', 'href', 'srcset']) copy.removeAttribute(name);
  copy.setAttribute('style', shownStyles.map((name) => `${name}:${styles.getPropertyValue(name)}`).join(';'));
  if (element instanceof HTMLInputElement) copy.setAttribute('value', element.value);
  for (const child of element.childNodes) {
    if (child instanceof Text) copy.append(child.cloneNode());
    else if (child instanceof Element && !child.matches(leftOut) && isSeen(child, bottom))
      copy.append(stillCopy(child, bottom));
  }
  return copy;
}

function isSeen(element: Element, bottom: number): boolean {
  return element.getBoundingClientRect().top < bottom && getComputedStyle(element).display !== 'none';
}

/** What draws itself, as a picture that holds its own bytes; null for everything else. */
function pictured(element: Element): Element | null {
  if (element instanceof HTMLIFrameElement) return document.createElement('div');
  if (!(element instanceof HTMLCanvasElement || element instanceof HTMLImageElement)) return null;
  const image = document.createElement('img');
  try {
    image.src = element instanceof HTMLCanvasElement ? element.toDataURL() : bytesOf(element);
    return image;
  } catch {
    return document.createElement('div');
  }
}

function bytesOf(image: HTMLImageElement): string {
  if (image.src.startsWith('data:')) return image.src;
  const canvas = Object.assign(document.createElement('canvas'), {
    width: image.naturalWidth,
    height: image.naturalHeight,
  });
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  return canvas.toDataURL();
}
