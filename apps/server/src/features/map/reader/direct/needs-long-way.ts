/** Raised where a file holds anything that has to be read feature by feature, with what is lost of each. */
export class NeedsLongWay extends Error {
  override readonly name = 'NeedsLongWay';
}
