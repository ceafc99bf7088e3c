// What the page keeps on this device: puzzles with their progress, and the photos that they came from.

const NAME = "sudokulens";
const VERSION = 1;

/** A database that may be missing (private windows): then every call fails, and the caller says so. */
export class Store {
  #database = null;

  async #open() {
    this.#database ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(NAME, VERSION);
      request.onupgradeneeded = () => {
        request.result.createObjectStore("puzzles", { keyPath: "id" });
        request.result.createObjectStore("photos", { keyPath: "id" });
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    return this.#database;
  }

  async #do(name, mode, work) {
    const database = await this.#open();
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(name, mode);
      const request = work(transaction.objectStore(name));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = transaction.onabort = () => reject(transaction.error ?? request.error);
    });
  }

  savePuzzle(record) { return this.#do("puzzles", "readwrite", (puzzles) => puzzles.put(record)); }
  puzzle(id) { return this.#do("puzzles", "readonly", (puzzles) => puzzles.get(id)); }
  removePuzzle(id) { return this.#do("puzzles", "readwrite", (puzzles) => puzzles.delete(id)); }
  savePhoto(id, picture) { return this.#do("photos", "readwrite", (photos) => photos.put({ id, picture })); }
  removePhoto(id) { return this.#do("photos", "readwrite", (photos) => photos.delete(id)); }

  /** Every puzzle, the one that was played last first. */
  async puzzles() {
    const found = await this.#do("puzzles", "readonly", (puzzles) => puzzles.getAll());
    return found.sort((a, b) => b.changed - a.changed);
  }

  /** The photo as a Blob; null where it is not kept any more. */
  async photo(id) { return (await this.#do("photos", "readonly", (photos) => photos.get(id)))?.picture ?? null; }
}
