/** The English of every noun that the first screen does not speak: one part of the application, and no file for each noun. */
export const laterTexts = import.meta.glob<Record<string, unknown>>(
  ['../locales/en/*.json', '!../locales/en/{access,error,input,project,shell,ui}.json'],
  { eager: true, import: 'default' },
);
