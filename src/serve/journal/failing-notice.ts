/** Who is told that the disk takes nothing, and that it does again. */
export interface FailingListener {
  /** A write failed, as the system says it, where the one before did not. */
  readonly failing?: (code: string) => void;
  /** After that: the last write of every file succeeded. */
  readonly mended?: () => void;
}

/** Tells of failing writes once, until all is well again. */
export class FailingNotice {
  readonly #listener: FailingListener;
  #isTold = false;

  constructor(listener: FailingListener) {
    this.#listener = listener;
  }

  failed(error: unknown): void {
    if (this.#isTold) return;
    this.#isTold = true;
    const { code } = error as NodeJS.ErrnoException;
    // No message, which may quote what was written.
    this.#listener.failing?.(typeof code === 'string' ? code : 'that it failed');
  }

  mended(): void {
    this.#isTold = false;
    this.#listener.mended?.();
  }
}
