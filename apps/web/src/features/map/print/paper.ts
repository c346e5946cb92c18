/** Papers, in millimetres, upright. */
export const papers = { A4: [210, 297], A3: [297, 420], Letter: [215.9, 279.4] } as const;
export type Paper = keyof typeof papers;
export type Orientation = 'portrait' | 'landscape';

export const dotsPerInch = 300;
const millimetresPerInch = 25.4;

/** Width and height of a paper as it is turned, in millimetres. */
function paperSize(paper: Paper, orientation: Orientation): { width: number; height: number } {
  const [short, long] = papers[paper];
  return orientation === 'portrait' ? { width: short, height: long } : { width: long, height: short };
}

/** Dots of a printed length. */
export function dots(millimetres: number): number {
  return Math.round((millimetres / millimetresPerInch) * dotsPerInch);
}

/** What stands where on a page, in millimetres from its top left. */
export interface PageLayout {
  width: number;
  height: number;
  /** Where the heading stands; null without one. */
  heading: { x: number; y: number; width: number } | null;
  map: { x: number; y: number; width: number; height: number };
  foot: { x: number; y: number; width: number };
}

const margin = 10;
const headingHeight = 13;
const footHeight = 11;

/** A page with a heading above the map, and its scale and sources below. */
export function pageLayout(paper: Paper, orientation: Orientation, hasHeading: boolean): PageLayout {
  const { width, height } = paperSize(paper, orientation);
  const inner = width - 2 * margin;
  const top = margin + (hasHeading ? headingHeight : 0);
  return {
    width,
    height,
    heading: hasHeading ? { x: margin, y: margin, width: inner } : null,
    map: { x: margin, y: top, width: inner, height: height - top - margin - footHeight },
    foot: { x: margin, y: height - margin - footHeight, width: inner },
  };
}
