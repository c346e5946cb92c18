import type { TokenScope } from '@groma/model';

/** What each scope of a token allows. */
export const scopeTexts: Readonly<Record<TokenScope, string>> = {
  read: 'account.tokenRead',
  propose: 'account.tokenPropose',
  write: 'account.tokenWrite',
};
