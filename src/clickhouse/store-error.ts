/**
 * `address`: what was given is no address of a store. `no_client`: the client package is not installed. `unreachable`:
 * nobody answers, or stops answering in the middle. `refused`: the server answers with an error. `schema`: tables,
 * columns or version are not those that are read here.
 */
export type StoreErrorCode = 'address' | 'no_client' | 'refused' | 'schema' | 'unreachable';

/** Says what of a store went wrong and how to mend it. Quotes no statement and no value. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
