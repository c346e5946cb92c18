export { browserTag, chooseLocale, directionOf, locales, type LocaleId } from '@groma/model';
