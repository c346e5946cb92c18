// Fetched with the first live widget only.
import baseStyle from '@jupyter-widgets/base/css/index.css?inline';
import controlStyle from '@jupyter-widgets/controls/css/widgets-base.css?inline';
import luminoStyle from '@lumino/widgets/style/index.css?inline';
import frameStyle from './frame-style.css?inline';
// oxlint-disable-next-line import/default -- the query makes a text of it
import script from './frame-script.ts?frame-script';

/** The page of a live widget: a place, and the script that fills it. */
export const widgetParts = `<style>${luminoStyle}${baseStyle}${controlStyle}${frameStyle}</style><fieldset></fieldset><script>${script}</script>`;
