/** Holds one value per object of somebody else, for as long as that object lives. */
export interface Attachment<T> {
  get(object: object): T | undefined;
  set(object: object, value: T | undefined): void;
}

/** A constructor that returns what it is given, so that a subclass puts its private field there. */
class Given {
  constructor(object: object) {
    // biome-ignore lint/correctness/noConstructorReturn: this is what the class is for
    return object;
  }
}

/**
 * A private field on other people's objects. Nothing of the host can see it (no key, no symbol, no difference
 * under deep equality), and in the hooks that run for every span it costs a quarter of a `WeakMap`.
 */
export function attachment<T>(): Attachment<T> {
  return class Attached extends Given {
    #value: T | undefined;

    private constructor(object: object, value: T | undefined) {
      super(object);
      this.#value = value;
    }

    static get(object: object): T | undefined {
      return #value in object ? object.#value : undefined;
    }

    static set(object: object, value: T | undefined): void {
      if (#value in object) object.#value = value;
      else new Attached(object, value);
    }
  };
}
