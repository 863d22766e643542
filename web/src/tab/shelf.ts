/** What this browser keeps: texts by key in IndexedDB, or in memory where it keeps nothing. It knows nothing of the game. */

const NAME = "casefile";
const STORE = "kept";
const LAST = "\uffff";

export class BrowserShelf {
  #database: IDBDatabase | null;
  #memory = new Map<string, string>();

  private constructor(database: IDBDatabase | null) {
    this.#database = database;
  }

  static open(): Promise<BrowserShelf> {
    return new Promise((resolve) => {
      try {
        const request = indexedDB.open(NAME, 1);
        request.onupgradeneeded = () => request.result.createObjectStore(STORE);
        request.onsuccess = () => resolve(new BrowserShelf(request.result));
        request.onerror = request.onblocked = () => resolve(new BrowserShelf(null));
      } catch {
        resolve(new BrowserShelf(null));
      }
    });
  }

  get(key: string): Promise<string | undefined> {
    if (!this.#database) return Promise.resolve(this.#memory.get(key));
    return done(this.#database.transaction(STORE).objectStore(STORE).get(key) as IDBRequest<string | undefined>);
  }

  async under(start: string): Promise<[string, string][]> {
    if (!this.#database) return [...this.#memory].filter(([key]) => key.startsWith(start)).sort();
    const store = this.#database.transaction(STORE).objectStore(STORE);
    const range = IDBKeyRange.bound(start, start + LAST);
    const [keys, texts] = await Promise.all([done(store.getAllKeys(range)), done(store.getAll(range))]);
    return keys.map((key, at) => [String(key), texts[at] as string]);
  }

  /** Keep all rows or none; what went wrong, or nothing. A row that has to be new must not be there yet. */
  put(rows: [key: string, text: string | null, isNew: boolean][]): Promise<string> {
    if (!this.#database) {
      if (rows.some(([key, , isNew]) => isNew && this.#memory.has(key))) return Promise.resolve("taken");
      for (const [key, text] of rows) {
        if (text === null) this.#memory.delete(key);
        else this.#memory.set(key, text);
      }
      return Promise.resolve("");
    }
    const transaction = this.#database.transaction(STORE, "readwrite", { durability: "strict" });
    const store = transaction.objectStore(STORE);
    for (const [key, text, isNew] of rows) {
      if (text === null) store.delete(key);
      else if (isNew) store.add(text, key);
      else store.put(text, key);
    }
    return new Promise((resolve) => {
      transaction.oncomplete = () => resolve("");
      transaction.onabort = () =>
        resolve(transaction.error?.name === "ConstraintError" ? "taken" : (transaction.error?.message ?? "full"));
    });
  }
}

function done<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("not read"));
  });
}
