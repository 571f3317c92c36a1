/** Values that modules register for one another. Each registry has a typed key, so that core knows no module's types. */

/** The key of a registry. The room or module that reads the registry declares it. */
export interface RegistryKey<T> {
  readonly name: string;
  /** Makes the empty registry. */
  readonly make: () => T;
}

export const registryKey = <T>(name: string, make: () => T): RegistryKey<T> => ({ name, make });

/** The registries of one node, by key. */
export class Registries {
  readonly #values = new Map<RegistryKey<unknown>, unknown>();

  get<T>(key: RegistryKey<T>): T {
    if (!this.#values.has(key)) this.#values.set(key, key.make());
    return this.#values.get(key) as T;
  }

  set<T>(key: RegistryKey<T>, value: T): void {
    this.#values.set(key, value);
  }
}
