/** Errors of RFC 6749, 5.2, and RFC 7591, 3.2.2. */
type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client_metadata'
  | 'invalid_redirect_uri'
  | 'invalid_grant'
  | 'invalid_target'
  | 'unsupported_grant_type';

/** What a client is told in the words of OAuth, not those of the catalogue. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;
  constructor(code: OAuthErrorCode, description: string) {
    super(description);
    this.code = code;
  }
}
