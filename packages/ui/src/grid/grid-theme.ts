import { themeQuartz, type GridOptions, type LocaleText } from 'ag-grid-community';
import type { GridTexts } from '../texts.ts';

/** AG Grid drawn in the tokens: the same rows of 28 px, lines and grounds as everywhere. */
export const gridTheme = themeQuartz.withParams({
  browserColorScheme: 'inherit',
  accentColor: 'var(--accent)',
  backgroundColor: 'var(--bg-surface)',
  foregroundColor: 'var(--text)',
  textColor: 'var(--text)',
  subtleTextColor: 'var(--text-3)',
  invalidColor: 'var(--red)',
  chromeBackgroundColor: 'var(--bg-panel)',
  dataBackgroundColor: 'var(--bg-surface)',
  headerBackgroundColor: 'var(--bg-panel)',
  headerTextColor: 'var(--text-2)',
  headerFontWeight: 500,
  headerHeight: 28,
  rowHeight: 28,
  fontFamily: 'var(--font-ui)',
  fontSize: 12,
  headerFontSize: 12,
  spacing: 4,
  cellHorizontalPadding: 8,
  borderColor: 'var(--line)',
  columnBorder: true,
  headerColumnBorder: true,
  headerColumnResizeHandleColor: 'transparent',
  headerRowBorder: { color: 'var(--line-strong)' },
  rowBorder: true,
  wrapperBorder: false,
  wrapperBorderRadius: 0,
  borderRadius: 4,
  rowHoverColor: 'var(--bg-hover)',
  headerCellHoverBackgroundColor: 'var(--bg-hover)',
  selectedRowBackgroundColor: 'var(--bg-select-quiet)',
  focusShadow: 'none',
  menuBackgroundColor: 'var(--bg-raised)',
  menuShadow: 'var(--shadow-pop)',
  popupShadow: 'var(--shadow-pop)',
  dropdownShadow: 'var(--shadow-pop)',
  inputBackgroundColor: 'var(--bg-raised)',
  inputBorder: { color: 'var(--line-control)' },
  inputHeight: 22,
  iconSize: 13,
});

const svg = (path: string) =>
  `<svg width="13" height="13" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${path}</svg>`;

// Tabler's arrow-up, arrow-down and filter, as AG Grid takes icons as HTML.
export const gridIcons: GridOptions['icons'] = {
  sortAscending: svg('<path d="M12 5l0 14"/><path d="M18 11l-6 -6"/><path d="M6 11l6 -6"/>'),
  sortDescending: svg('<path d="M12 5l0 14"/><path d="M18 13l-6 6"/><path d="M6 13l6 6"/>'),
  filter: svg(
    '<path d="M4 4h16v2.172a2 2 0 0 1 -.586 1.414l-4.414 4.414v7l-6 2v-8.500l-4.480 -4.928a2 2 0 0 1 -.520 -1.345z"/>',
  ),
};

/** AG Grid's own words in the present language. */
export function gridLocale(texts: GridTexts): LocaleText {
  return {
    noRowsToShow: texts.empty,
    loadingOoo: texts.loading,
    filterOoo: texts.filterPlaceholder,
    ariaFilteringOperator: texts.filterOperator,
    ariaFilterValue: texts.filterValue,
    ...texts.others,
  };
}
